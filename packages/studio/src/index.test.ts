import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { studioFiles } from './index.ts';

const page = studioFiles.get('/')!.body;

describe('the start page', () => {
  for (const path of ['/docs', '/openapi.json', '/hub'])
    test(`links to ${path}`, () => assert.ok(page.includes(`<a href="${path}">`)));

  test('shows how to create a space, put a feature and read it back', () => {
    const calls = Array.from(
      page.matchAll(/curl (-X \w+ )?&quot;\$HUB(\/[^&]*)&quot;/g),
      ([, method, path]) => [method?.trim(), path],
    );
    assert.deepEqual(calls, [
      ['-X POST', '/hub/spaces'],
      ['-X PUT', '/hub/spaces/cities/features/berlin'],
      [undefined, '/hub/spaces/cities/features/berlin'],
    ]);
  });

  test('loads nothing but files that are served beside it', () => {
    const loaded = Array.from(page.matchAll(/(?:src|<link[^>]*href)="([^"]*)"/g), ([, path]) => path!);
    assert.ok(loaded.length > 0);
    for (const path of loaded) assert.ok(studioFiles.has(path), path);
  });

  test('needs no script and no inline style, so that the strictest content policy holds', () => {
    assert.doesNotMatch(page, /<script|<style|\sstyle=|\son\w+=/);
  });
});

test('every file has a type', () => {
  for (const [path, { type, body }] of studioFiles) {
    assert.match(type, /^(text\/(html|css); charset=utf-8|image\/svg\+xml)$/, path);
    assert.ok(body.length > 0, path);
  }
});
