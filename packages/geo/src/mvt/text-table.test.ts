import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextTable, textHash } from './text-table.ts';

/** Gives each text the number of those that came before it, as a map does. */
function numbered(texts: readonly string[]): void {
  const table = new TextTable();
  const map = new Map<string, number>();
  for (const text of texts) {
    assert.equal(table.get(text), map.get(text) ?? -1, JSON.stringify(text));
    if (map.has(text)) continue;
    table.add(text, map.size);
    map.set(text, map.size);
  }
  for (const [text, index] of map) assert.equal(table.get(text), index, JSON.stringify(text));
}

test('texts have the indexes that they were given', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'a', 'b', '\ud800', '__proto__'));
  fc.assert(fc.property(fc.array(text), (texts) => numbered(texts)));
});

test('so do very many, the same ones again and again', () =>
  numbered(Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 9000}`)));

test('so do those that somebody has chosen because all of them come to the same place', () => {
  const alike: string[] = [];
  for (let i = 0; alike.length < 300; i++) if ((textHash(`${i}`) & 1023) === 0) alike.push(`${i}`);
  numbered([...alike, 'another', ...alike]);
});
