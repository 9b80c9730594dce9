import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/hub';
import { decodePart, readTarget } from './target.ts';

describe('the path of a request', () => {
  const paths: [url: string, path: string][] = [
    ['/', '/'],
    ['/hub', '/hub'],
    ['/hub/', '/hub'],
    ['/hub/spaces', '/hub/spaces'],
    ['/hub/spaces/', '/hub/spaces'],
    ['/hub//spaces', '/hub/spaces'],
    ['//hub/spaces', '/hub/spaces'],
    ['/hub/spaces///', '/hub/spaces'],
    ['/hub/spaces/x/', '/hub/spaces/x'],
    ['/hub/spaces/x//iterate', '/hub/spaces/x/iterate'],
    ['/hub/spaces//hub/spaces', '/hub/spaces'],
    ['/hub/spaces//hub/spaces/', '/hub/spaces'],
    ['/hub/spaces//hub/spaces/x', '/hub/spaces/x'],
    ['/hub/spaces//project-api/projects', '/project-api/projects'],
    ['/hub/spaces//project-api/projects/abc', '/project-api/projects/abc'],
    ['/hub/spaces//x', '/hub/spaces/x'],
    ['/hub/spaces//hubble', '/hub/spaces/hubble'],
    ['/hub/spaces/x/features', '/hub/spaces/x/features'],
    ['/hub/spaces/x/features/', '/hub/spaces/x/features/'],
    ['/hub/spaces/x//features//', '/hub/spaces/x/features/'],
    ['/hub/spaces/x/features/a', '/hub/spaces/x/features/a'],
    ['/hub/spaces/x/features/a/', '/hub/spaces/x/features/a'],
    ['/hub/spaces/x/features/a%2F%2Fb', '/hub/spaces/x/features/a%2F%2Fb'],
    ['/hub/spaces/x/features/%2F', '/hub/spaces/x/features/%2F'],
  ];
  for (const [url, path] of paths)
    test(`${url} is ${path}`, () => assert.deepEqual(readTarget(url), { path, query: '' }));
});

describe('the query of a request', () => {
  const queries: [url: string, path: string, query: string][] = [
    ['/hub?a=1', '/hub', 'a=1'],
    ['/hub/?a=1', '/hub', 'a=1'],
    ['/hub?', '/hub', ''],
    ['/hub?a=b?c=d', '/hub', 'a=b?c=d'],
    ['/hub/spaces//hub/spaces?x=//y/', '/hub/spaces', 'x=//y/'],
    ['/hub/spaces/x/features/?addTags=a', '/hub/spaces/x/features/', 'addTags=a'],
    ['?a=1', '', 'a=1'],
  ];
  for (const [url, path, query] of queries)
    test(`of ${url} is ${query || 'empty'}`, () => assert.deepEqual(readTarget(url), { path, query }));
});

describe('a part of a request', () => {
  const parts: [raw: string, decoded: string][] = [
    ['plain', 'plain'],
    ['a%20b', 'a b'],
    ['a+b', 'a+b'],
    ['%2F%3F%23%25', '/?#%'],
    ['K%C3%B6ln', 'Köln'],
    ['%F0%9F%9C%A8', '🜨'],
    ['%00', '\u0000'],
    [Buffer.from('Köln').toString('latin1'), 'Köln'],
  ];
  for (const [raw, decoded] of parts)
    test(`${JSON.stringify(raw)} means ${JSON.stringify(decoded)}`, () =>
      assert.equal(decodePart(raw, 'x'), decoded));

  for (const raw of ['%', '%2', '%zz', '%ff', '%C3', '%ED%A0%80', '%C0%AF'])
    test(`${raw} is refused by name`, () =>
      assert.throws(
        () => decodePart(raw, 'feature_id'),
        (error) =>
          error instanceof Fault &&
          error.kind === 'invalid' &&
          error.message.startsWith('feature_id is not valid percent-encoded UTF-8'),
      ));
});
