import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Chunk, Chunker, FeatureText } from './chunk.ts';
import { ChunkBytes } from './chunk-bytes.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

describe('bytes of a chunk', () => {
  const texts = ['{"a":1}', '{"ä":"日本"}', `{"b":"${'x'.repeat(40_000)}"}`, '{"c":"𝄞"}', '{"d":4}'];
  const subsets = [[0], [4], [0, 1, 2, 3, 4], [1, 3], [0, 1, 4], [2, 3, 4], [0, 2, 4]];
  for (const subset of subsets)
    test(`are a collection of those at ${subset.join(', ')}`, () => {
      const bytes = new ChunkBytes();
      const ranges = texts.map((text) => bytes.add(text));
      const collection = bytes.collection(subset.map((index) => ranges[index]!));
      const features = subset.map((index) => texts[index]).join(',');
      assert.equal(textOf(collection), `{"type":"FeatureCollection","features":[${features}]}`);
    });

  test('are copied from texts in UTF-8, whose memory is used again', () => {
    const bytes = new ChunkBytes();
    const memory = new Uint8Array(50_000);
    const ranges = texts.map((text) => {
      const { written } = new TextEncoder().encodeInto(text, memory);
      return bytes.add(memory.subarray(0, written));
    });
    assert.equal(
      textOf(bytes.collection(ranges)),
      `{"type":"FeatureCollection","features":[${texts.join(',')}]}`,
    );
  });
});

test('a feature is its text, however that is given', () => {
  const text = '{"id":"ä"}';
  assert.equal(new FeatureText('ä', text).text, text);
  assert.equal(new FeatureText('ä', new TextEncoder().encode(text)).text, text);
});

test('of two features with one id the later one is sent', () => {
  const chunk = new Chunk();
  for (const [position, id] of ['a', 'b', 'a', 'c'].entries())
    chunk.add({ position, id, text: `{"id":"${id}","n":${position}}` });
  assert.equal(
    textOf(chunk.bytes.collection(chunk.entries)),
    '{"type":"FeatureCollection","features":[{"id":"b","n":1},{"id":"a","n":2},{"id":"c","n":3}]}',
  );
});

test('features that are sent no more do not fill the memory', () => {
  const chunker = new Chunker(1000, 1000);
  const text = `{"id":"a","x":"${'x'.repeat(900)}"}`;
  const full = Array.from({ length: 100 }, () => chunker.add(new FeatureText('a', text))).find((one) => one);
  assert.equal(full?.size, 1);
});
