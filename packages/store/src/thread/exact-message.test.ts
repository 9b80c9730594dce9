import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { parseExactly } from '../model/json/exact-json.ts';
import { post, received, type Sent } from './exact-message.ts';

/** What arrives of a message. */
function sent<T>(message: T, transfer: ArrayBuffer[] = []): T {
  const { port1, port2 } = new MessageChannel();
  try {
    post(port1, message, transfer);
    const arrived: { message: Sent<T> } | undefined = receiveMessageOnPort(port2);
    assert.ok(arrived);
    return received(arrived.message);
  } finally {
    port1.close();
  }
}

describe('what goes from thread to thread', () => {
  for (const text of [
    '{"maximum":9223372036854775807}',
    '[12345678901234567890,1e999,-0.1e-400,1]',
    '{"a":[{"b":{"c":98765432109876543210}}],"text":"98765432109876543210"}',
    '{"__proto__":{"x":12345678901234567890},"constructor":1}',
  ])
    test(`has all its digits: ${text}`, () => {
      assert.equal(JSON.stringify(sent(parseExactly(text, 'the text'))), text);
    });

  test('is what JSON has not, beside such numbers', () => {
    const limits = { most: Infinity, none: undefined, digits: parseExactly('12345678901234567890', 'it') };
    const { most, none } = sent(limits);
    assert.deepEqual([most, none], [Infinity, undefined]);
  });

  test('keeps its bytes as bytes, and hands them over', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const message = { bytes, digits: parseExactly('12345678901234567890', 'it') };
    assert.deepEqual(sent(message, [bytes.buffer]).bytes, new Uint8Array([1, 2, 3]));
    assert.equal(bytes.byteLength, 0, 'they are not here any more');
  });

  test('can not be a function', () => {
    assert.throws(() => sent({ work: () => 1 }), /could not be cloned/);
  });
});
