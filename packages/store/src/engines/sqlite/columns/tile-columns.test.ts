import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadGeos, sampleRank, tileAt } from '@meridian/geo';
import { tileQuery } from '../../../contract/plain-queries.ts';
import { resultOf } from '../../../contract/result-of.ts';
import { writeRequest } from '../../../contract/write-request.ts';
import type { ReadRow } from '../../../model/feature/row.ts';
import { prepareArea } from '../../../model/query/area.ts';
import type { TileQuery } from '../../../model/query/query.ts';
import { shownFraction } from '../../../read/count.ts';
import { resolved } from '../../../read/effect.ts';
import { execute } from '../../../read/execute.ts';
import { planOf } from '../../../read/plan.ts';
import { rankOrder } from '../../../read/ranked-rows.ts';
import { Ranking } from '../../../read/ranking.ts';
import { areaOf, type RowRead } from '../../../read/row-read.ts';
import type { RowReader } from '../../../read/row-reader.ts';
import { rankAll } from '../../../read/sorted.ts';
import { tilesAround } from '../../../read/tile-shares.ts';
import { createFile } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';
import { SqliteColumnReader } from './column-reads.ts';

/** All features are in one block, so that each pass over the columns asks once what of it is stale. */
const BLOCK_ROWS = 64;
const CROSSING = 4;
/** So many of these cross a corner. */
const AT_CORNER = 2;
const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-tile-columns-'));
const path = join(folder, 'space.db');
createFile(path);
const writer = new SpaceWriter(path, 's', () => geos, { columnRows: BLOCK_ROWS });
const reader = new SpaceReader(path);

after(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

/** From 0 to 11.25 degrees east, and to 11.18 degrees north. */
const TILE = tileAt('web', 5, 16, 15);
/** Columns may take a third of what the features take. */
const filler = 'x'.repeat(1200);

/** Most in the tile, some in the one east of it; the first ones are lines across its corner, and across the edge between them. */
const features = Array.from({ length: BLOCK_ROWS }, (_, i) => {
  const x = i % 4 === 3 ? 12 : 1 + i / 10;
  const geometry =
    i < CROSSING
      ? { type: 'LineString', coordinates: [11, 11.5].map((x) => [x, i < AT_CORNER ? x + i / 10 : 1 + i]) }
      : { type: 'Point', coordinates: [x, 5] };
  return { type: 'Feature', id: `f${i}`, filler, geometry, properties: { n: i, kind: 1 } };
});
const request = writeRequest(JSON.stringify({ type: 'FeatureCollection', features }), {
  versioning: undefined,
});
writer.batch([() => void writer.write(request)]);
writer.requestColumns();
for (let i = 0; i < 2 * features.length; i++) writer.workStep(BLOCK_ROWS);

/** Counts the rows that are read by their positions. */
class CountingReader extends SqliteRowReader {
  rowsRead = 0;

  override byPositions(...asked: Parameters<SqliteRowReader['byPositions']>): ReadRow[] {
    this.rowsRead += asked[0].length;
    return super.byPositions(...asked);
  }
}

/** Counts passes over the columns. */
class CountingColumns extends SqliteColumnReader {
  passes = 0;

  override stale(...asked: Parameters<SqliteColumnReader['stale']>): number[] | undefined {
    this.passes++;
    return super.stale(...asked);
  }
}

function sharesBy(rows: RowReader, changes: Partial<TileQuery>) {
  const auto = { maxBytes: 1500, isWhole: false };
  const read: RowRead = { kind: 'tile', query: tileQuery(TILE, { auto, ...changes }) };
  const plan = planOf(read);
  assert.ok(plan.kind === 'rows');
  const steps = resolved(shownFraction(rows, read, plan.sampling, prepareArea(areaOf(read)!, geos)));
  for (;;) {
    const { value, done } = steps.next();
    if (!done) continue;
    const { count, shares, standings } = value;
    return {
      count,
      shares: [TILE, ...tilesAround(TILE)].map((tile) => shares!.in(tile)),
      first: standings?.seqs,
    };
  }
}

/** What a tile shows, by columns; it is the same by rows. */
function shownBy(changes: Partial<TileQuery>) {
  const columns = new CountingColumns(reader, path, () => {}, 0);
  const rows = new CountingReader(reader, columns);
  const shown = sharesBy(rows, changes);
  assert.deepEqual(shown, sharesBy(new SqliteRowReader(reader), changes));
  return { ...shown, passes: columns.passes, rowsRead: rows.rowsRead };
}

const filter = {
  tags: [],
  tests: [{ root: 'properties', path: ['n'], comparison: '<', operands: [60] }],
} satisfies TileQuery['filter'];

test('a filtered tile and those around it are counted in one pass, and only a row across a corner is read, once', () => {
  const { count, passes, rowsRead } = shownBy({ filter });
  assert.equal(count, CROSSING + features.filter((_, i) => i >= CROSSING && i < 60 && i % 4 !== 3).length);
  assert.deepEqual([passes, rowsRead], [1, AT_CORNER]);
});

test('the features that come first in each of them are found in one more', () => {
  const rank = { path: ['n'], isLeastFirst: true };
  const { first, passes, rowsRead } = shownBy({ filter, auto: { maxBytes: 1500, isWhole: false, rank } });
  assert.deepEqual(first?.slice(0, 6), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual([passes, rowsRead], [2, 2 * AT_CORNER]);
});

/** How many rows a tile reads, and its bytes. */
function drawn(rows: RowReader): Uint8Array {
  const auto = { maxBytes: 1500, isWhole: false };
  const read: RowRead = { kind: 'tile', query: tileQuery(TILE, { auto, filter }) };
  return resultOf(execute(rows, read, prepareArea(areaOf(read)!, geos))).bytes;
}

test('of the features that pass, only those are read that a full tile may show', () => {
  const rows = new CountingReader(reader, new CountingColumns(reader, path, () => {}, 0));
  const { count, shares } = shownBy({ filter });
  assert.deepEqual(drawn(rows), drawn(new SqliteRowReader(reader)));
  assert.ok(shares[0]! < 1 / 2, `share ${shares[0]}`);
  assert.ok(rows.rowsRead < count!, `${rows.rowsRead} rows of ${count} were read`);
});

test('chance decides between features of the same rank', () => {
  const rank = { path: ['kind'], isLeastFirst: false };
  const { first } = shownBy({ filter, auto: { maxBytes: 1500, isWhole: false, rank } });
  const chances = first!.map((seq) => sampleRank(`f${seq - 1}`));
  assert.deepEqual(
    chances,
    chances.toSorted((a, b) => a - b),
  );
});

/** The first few of all, by a property that all have the same of. */
function firstOfAll(rows: RowReader): number[] {
  const sort = rankOrder({ path: ['kind'], isLeastFirst: false });
  const ranking = new Ranking(
    { sort, limit: 5, tiesByChance: true },
    { ...filter, area: undefined, part: 1 },
  );
  const steps = resolved(rankAll(rows, { filter, area: undefined }, { sort }, ranking));
  while (!steps.next().done);
  return ranking.first().map(({ seq }) => seq);
}

test('it decides by columns as it does by rows', () => {
  const byRows = firstOfAll(new SqliteRowReader(reader));
  assert.equal(byRows.length, 5);
  const columns = new CountingColumns(reader, path, () => {}, 0);
  assert.deepEqual(firstOfAll(new SqliteRowReader(reader, columns)), byRows);
  assert.ok(columns.passes > 0);
});
