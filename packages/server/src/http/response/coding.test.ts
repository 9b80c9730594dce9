import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { chooseCoding } from './coding.ts';

describe('a client that accepts', () => {
  const cases: [accepted: string | undefined, coding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0.5,gzip;q=0.8,zstd;q=0.1', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip; q=0.000, br', 'br'],
    ['gzip;q=nonsense', undefined],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['gzip, *;q=0', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['gzip ; level=9 ; q=0.3', 'gzip'],
    ['constructor, __proto__', undefined],
  ];
  for (const [accepted, coding] of cases)
    test(`${accepted ?? 'nothing'} is responded with ${coding ? `in ${coding}` : 'as it is'}`, () =>
      assert.equal(chooseCoding(accepted)?.name, coding));
});

describe('a coded answer', () => {
  const text = 'a map of the world '.repeat(1000);
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const [name, decode] of Object.entries(decoders))
    test(`in ${name} is shorter and can be read`, async () => {
      const compressor = chooseCoding(name)!.compressor();
      compressor.end(text);
      const coded = await buffer(compressor);
      assert.ok(coded.length < text.length / 10);
      assert.equal(decode(coded).toString(), text);
    });
});
