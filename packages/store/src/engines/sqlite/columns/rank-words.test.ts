import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadGeos } from '@meridian/geo';
import { writeRequest } from '../../../contract/write-request.ts';
import type { TextTest } from '../../../model/query/query.ts';
import { settled } from '../../../read/effect.ts';
import { Ranking } from '../../../read/ranking.ts';
import { rankAll } from '../../../read/sorted.ts';
import { createFile } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';
import { SqliteColumnReader } from './column-reads.ts';

const BLOCK_ROWS = 8;
const BLOCKS = 4;
const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-words-'));
const path = join(folder, 'space.db');
createFile(path);
const writer = new SpaceWriter(path, 's', () => geos, { columnRows: BLOCK_ROWS });
const reader = new SpaceReader(path);

after(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

/** Every other has nothing but the number in a property; the others begin with it. Columns may take a third of what these take. */
const filler = 'x'.repeat(1200);
const features = Array.from({ length: BLOCKS * BLOCK_ROWS }, (_, i) => ({
  type: 'Feature',
  id: `f${i}`,
  filler,
  geometry: null,
  properties: { n: i % 2 === 0 ? 120 + i : 12, name: `Station ${i}` },
}));
const request = writeRequest(JSON.stringify({ type: 'FeatureCollection', features }), {
  versioning: undefined,
});
writer.batch([() => void writer.write(request)]);
writer.requestColumns();
for (let i = 0; i < 2 * features.length; i++) writer.workStep(BLOCK_ROWS);

/** The positions of a page, and how many blocks were read for it and not read. */
function ranked(words: string[], limit: number) {
  const rankedBy: TextTest = { root: 'text', words };
  const filter = { tests: [rankedBy], tags: [] };
  const query = { sort: [], rankedBy, limit };
  const pageOf = (rows: SqliteRowReader) => {
    const ranking = new Ranking(query, { tests: filter.tests, area: undefined, part: 1 });
    const stats = settled(rankAll(rows, { filter }, query, ranking));
    return { stats, ...ranking.page() };
  };
  const byRows = pageOf(new SqliteRowReader(reader));
  const byColumns = pageOf(new SqliteRowReader(reader, new SqliteColumnReader(reader, path, () => {}, 0)));
  assert.deepEqual([byColumns.seqs, byColumns.end], [byRows.seqs, byRows.end]);
  return { found: byColumns.seqs.length, ...byColumns.stats! };
}

test('blocks behind a full page of features that could not score more are not read', () => {
  assert.deepEqual(ranked(['12'], 3), { found: 3, read: 1, skipped: BLOCKS - 1 });
});

test('they are read where the page is not full, or something may score more', () => {
  assert.deepEqual(ranked(['12'], 100), { found: 4 * BLOCKS + 6, read: BLOCKS, skipped: 0 });
  assert.deepEqual(ranked(['station'], 3), { found: 3, read: BLOCKS, skipped: 0 });
  assert.deepEqual(ranked(['station', '12'], 3), { found: 3, read: BLOCKS, skipped: 0 });
});
