import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BasePath, basePathOf } from './base-path.ts';

const OPERATIONS = ['/', '/icon.svg', '/hub', '/hub/spaces/{space_id}', '/docs'].map((path) => ({ path }));

test('the base path is the path of the public URL without its last slash', () => {
  for (const [url, path] of [
    [undefined, ''],
    ['https://host', ''],
    ['https://host/', ''],
    ['https://host/geo', '/geo'],
    ['https://host/a/geo/', '/a/geo'],
  ] as const)
    assert.equal(basePathOf(url), path);
});

test('the base path is taken off, whether or not the proxy has done so before', () => {
  const { strip } = bound('https://host/a/geo');
  for (const [path, stripped] of [
    ['/a/geo', '/'],
    ['/a/geo/hub/spaces/x', '/hub/spaces/x'],
    ['/a/geo/icon.svg', '/icon.svg'],
    ['/hub/spaces/x', '/hub/spaces/x'],
    ['/a/geography/hub', '/a/geography/hub'],
    ['/a/geo/nothing', '/a/geo/nothing'],
    ['/', '/'],
  ] as const)
    assert.equal(strip(path), stripped);
});

test('a base path that is also one of our paths is taken off only where one of ours follows', () => {
  const { strip } = bound('https://host/hub');
  assert.equal(strip('/hub/spaces/x'), '/hub/spaces/x');
  assert.equal(strip('/hub/hub/spaces/x'), '/hub/spaces/x');
  assert.equal(strip('/hub/docs'), '/docs');
});

test('without a public URL every path stays as it is', () => {
  const { strip } = bound(undefined);
  for (const path of ['/', '/hub', '/geo/hub']) assert.equal(strip(path), path);
});

function bound(publicUrl: string | undefined) {
  const basePath = new BasePath(publicUrl, OPERATIONS);
  return { strip: (path: string) => basePath.strip(path) };
}
