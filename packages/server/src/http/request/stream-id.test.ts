import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamIdOf } from './stream-id.ts';

for (const id of ['a', 'Request-1.2_3', 'x'.repeat(64)])
  test(`${id} is a name for a request`, () => assert.equal(streamIdOf({ 'stream-id': id }), id));

for (const id of [undefined, '', 'x'.repeat(65), 'a b', 'a/b', '<b>', 'é', 'a\n'])
  test(`${JSON.stringify(id)} is none: the request gets one`, () => {
    const made = streamIdOf({ 'stream-id': id });
    assert.match(made, /^[A-Za-z0-9]{12}-[0-9a-z]+$/);
    assert.notEqual(streamIdOf({ 'stream-id': id }), made);
  });
