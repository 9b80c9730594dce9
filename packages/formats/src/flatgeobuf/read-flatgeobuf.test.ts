import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeatures, writeFeatures } from '../node.ts';
import { bytesSource } from '../source.ts';
import { collect, each, readAll } from '../testing/read-all.ts';
import { sampleFeatures } from '../testing/sample-features.ts';
import { HEADER, MAGIC } from './layout.ts';

/** The same file whose header does not have this field. */
function without(bytes: Uint8Array, field: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const view = new DataView(changed.buffer);
  const start = MAGIC.length + 4;
  const table = start + view.getUint32(start, true);
  const fields = table - view.getInt32(table, true);
  view.setUint16(fields + 4 + 2 * field, 0, true);
  return changed;
}

test('a file that was cut off between two features is told from a whole one', async () => {
  const bytes = await collect(writeFeatures('flatgeobuf', each(sampleFeatures('points'))));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const first = MAGIC.length + 4 + view.getUint32(MAGIC.length, true);
  const end = first + 4 + view.getUint32(first, true);
  const { features, fault } = await readAll('f.fgb', Uint8Array.from(bytes.subarray(0, end)));
  assert.equal(features.length, 1);
  assert.equal(fault?.kind, 'truncated');
  assert.match(fault.message, /ends behind 1 of the \d+ features that its header tells of/);
});

test('that a file names no system of coordinates is told', async () => {
  const points = sampleFeatures('points');
  const whole = await collect(writeFeatures('flatgeobuf', each(points)));
  const guesses = async (bytes: Uint8Array, options = {}) => {
    const reader = readFeatures(bytesSource(bytes, 'f.fgb'), options);
    let count = 0;
    for await (const record of reader) count += record.refused ? 0 : 1;
    assert.equal(count, points.length);
    return reader.guesses;
  };
  const open = without(whole, HEADER.crs);
  assert.deepEqual(await guesses(open), ['coordinates in WGS 84']);
  assert.deepEqual(await guesses(open, { crs: 'EPSG:4326' }), []);
  assert.deepEqual(await guesses(whole), []);
});
