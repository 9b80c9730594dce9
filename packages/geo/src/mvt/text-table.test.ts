import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteWriter } from './byte-writer.ts';
import { TextTable, textHash } from './text-table.ts';

const encoder = new TextEncoder();

/** Gives each text the number of those that came before it, as a map does. */
function numbered(texts: readonly string[]): void {
  const written = new ByteWriter();
  const table = new TextTable(written);
  const map = new Map<string, number>();
  const indexOf = (text: string) => {
    const bytes = encoder.encode(`-${text}-`);
    return table.get(bytes, 1, bytes.length - 1, textHash(bytes, 1, bytes.length - 1));
  };
  for (const text of texts) {
    assert.equal(indexOf(text), map.get(text) ?? -1, JSON.stringify(text));
    if (map.has(text)) continue;
    const bytes = encoder.encode(text);
    written.append(bytes);
    table.add(bytes.length, textHash(bytes, 0, bytes.length), map.size);
    map.set(text, map.size);
  }
  for (const [text, index] of map) assert.equal(indexOf(text), index, JSON.stringify(text));
}

test('texts have the indexes that they were given', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'a', 'b', 'ab', 'é', 'e\u0301', '__proto__'),
  );
  fc.assert(fc.property(fc.array(text), (texts) => numbered(texts)));
});

test('so do very many, the same ones again and again', () =>
  numbered(Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 9000}`)));

test('so do those that somebody has chosen because all of them come to the same place', () => {
  const alike: string[] = [];
  for (let i = 0; alike.length < 300; i++) {
    const bytes = encoder.encode(`${i}`);
    if ((textHash(bytes, 0, bytes.length) & 1023) === 0) alike.push(`${i}`);
  }
  numbered([...alike, 'another', ...alike]);
});
