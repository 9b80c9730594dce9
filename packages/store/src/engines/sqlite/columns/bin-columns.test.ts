import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadGeos } from '@meridian/geo';
import { BOX_COLUMNS } from '../../../columns/column-key.ts';
import { HEXBIN } from '../../../contract/plain-queries.ts';
import { writeRequest } from '../../../contract/write-request.ts';
import type { ColumnRequest } from '../../../model/build-request.ts';
import type { ReadRow } from '../../../model/feature/row.ts';
import { prepareArea } from '../../../model/query/area.ts';
import { type Clustering, NO_FILTER } from '../../../model/query/query.ts';
import type { BodyKey } from '../../../read/columns/column-reader.ts';
import { maybe, resolved } from '../../../read/effect.ts';
import { execute } from '../../../read/execute.ts';
import { OverlayCache } from '../../../read/past/overlay-cache.ts';
import { readerAt } from '../../../read/past/past-reader.ts';
import type { RowReader } from '../../../read/row-reader.ts';
import { createFile, openExisting } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';
import { SqliteColumnReader } from './column-reads.ts';

const BLOCK_ROWS = 8;
const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-bins-'));
const path = join(folder, 'space.db');
createFile(path);
const writer = new SpaceWriter(path, 's', () => geos, { columnRows: BLOCK_ROWS });
const reader = new SpaceReader(path);

after(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

/**
 * Two blocks of features in one place: every other a line, and every other line with more decimals than columns have of
 * geometries. Columns may take a third of what these take.
 */
const filler = 'x'.repeat(1200);
const features = Array.from({ length: 2 * BLOCK_ROWS }, (_, i) => ({
  type: 'Feature',
  id: `f${i}`,
  filler,
  geometry:
    i % 2 === 0
      ? { type: 'Point', coordinates: [10.1, 50.1] }
      : { type: 'LineString', coordinates: [10.1, i % 4 === 1 ? 10.11 : 10.110000001].map((x) => [x, 50.1]) },
  properties: { n: i },
}));
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

const EUROPE = { boxes: [{ west: -10, south: 35, east: 40, north: 60 }] };

/** What has changed since a version is in columns, however little it is. */
const cache = new OverlayCache(0);

function cellsOf(
  clustering: Clustering,
  area = EUROPE,
  version?: number,
  columns = new SqliteColumnReader(reader, path, () => {}, 0),
  read = reader,
) {
  const rows = new CountingReader(read, columns);
  const asOf = maybe(readerAt(rows, version, { geos, cache })) as RowReader;
  const taken: string[] = [];
  const asked = {
    kind: 'clusters',
    query: { filter: NO_FILTER, area, limit: 10, clustering },
  } as const;
  const steps = resolved(
    execute(asOf, asked, prepareArea(area, geos), (way) => {
      taken.push(way);
    }),
  );
  for (;;) {
    const { value, done } = steps.next();
    if (done) {
      const cells = JSON.parse(`[${Buffer.from(value.chunk!).toString()}]`);
      return {
        taken,
        rowsRead: rows.rowsRead,
        cells: cells.map((cell: { properties: unknown }) => cell.properties),
      };
    }
  }
}

for (const resolution of [0, 4])
  test(`hexagons of resolution ${resolution} are counted without reading a row`, () => {
    const { taken, rowsRead, cells } = cellsOf({ ...HEXBIN, resolution, property: ['n'] });
    assert.deepEqual([taken, rowsRead, cells.length], [['cells of columns'], 0, 1]);
    const { qty, n } = cells[0].aggregation;
    assert.deepEqual([qty, n.sum, n.max], [16, 120, 15]);
  });

test('quads are counted without reading a row', () => {
  const { taken, rowsRead, cells } = cellsOf({ kind: 'quadbin', zoom: 6 });
  assert.deepEqual([taken, rowsRead], [['cells of columns'], 0]);
  assert.deepEqual([cells.length, cells[0].count], [1, 16]);
});

test('of cells smaller than features, the rows are read of those whose geometries are in no column', () => {
  const { taken, rowsRead, cells } = cellsOf({ ...HEXBIN, resolution: 8 });
  assert.deepEqual([taken, rowsRead], [['cells of columns'], 4]);
  assert.ok(cells.length > 1);
});

test('the cells of such rows are known from then on, but for those at the edge of an area', () => {
  for (const clustering of [
    { ...HEXBIN, resolution: 9 },
    { ...HEXBIN, resolution: 9, singlecoord: true },
    { kind: 'quadbin', zoom: 17 },
  ] satisfies Clustering[]) {
    const first = cellsOf(clustering);
    const again = cellsOf(clustering);
    assert.deepEqual([first.rowsRead, again.rowsRead], [4, 0]);
    assert.deepEqual(again.cells, first.cells);
    const edge = { boxes: [{ west: 10, south: 50, east: 10.11, north: 51 }] };
    assert.equal(cellsOf(clustering, edge).rowsRead, 8);
  }
});

/** What a thread that has read nothing yet asks for and reads. */
class NewThread extends SqliteColumnReader {
  readonly wanted: ReadonlySet<ColumnRequest>;
  readonly keysRead = new Set<string>();

  constructor(file: string, read = reader) {
    const wanted = new Set<ColumnRequest>();
    super(read, `${file} ${threads++}`, (what) => wanted.add(what), 0);
    this.wanted = wanted;
  }

  override bodies(asked: readonly BodyKey[]): (Uint8Array | undefined)[] {
    for (const { key } of asked) this.keysRead.add(key);
    return super.bodies(asked);
  }
}

let threads = 0;

test('cells that were asked for are stored, and those who come later read them instead of geometries', () => {
  for (const [clustering, request] of [
    [{ ...HEXBIN, resolution: 8 }, 'cells hex 8'],
    [{ ...HEXBIN, resolution: 8, singlecoord: true }, 'cells hex 8 first'],
    [{ kind: 'quadbin', zoom: 16 }, 'cells quad 16'],
  ] satisfies [Clustering, ColumnRequest][]) {
    const first = new NewThread(path);
    const found = cellsOf(clustering, EUROPE, undefined, first);
    assert.deepEqual([...first.wanted], [request]);
    assert.ok(first.keysRead.has('shape'));
    writer.requestColumns(request);
    for (let i = 0; i < 4; i++) writer.workStep(BLOCK_ROWS);
    const later = new NewThread(path);
    assert.deepEqual(cellsOf(clustering, EUROPE, undefined, later).cells, found.cells);
    assert.deepEqual([[...later.wanted], later.keysRead.has('shape')], [[], false]);
    // All blocks lie in this area, none wholly in the other.
    assert.ok(!BOX_COLUMNS.some((side) => later.keysRead.has(side)));
    const atEdge = new NewThread(path);
    const edge = { boxes: [{ west: 10, south: 50, east: 10.11, north: 51 }] };
    assert.deepEqual(
      cellsOf(clustering, edge, undefined, atEdge).cells,
      cellsOf(clustering, edge, undefined, first).cells,
    );
    assert.ok(BOX_COLUMNS.every((side) => atEdge.keysRead.has(side)));
  }
});

/** Blocks of 64 points, or of other features, in a space of their own. */
function withPoints(
  name: string,
  use: (space: { file: string; own: SpaceWriter; points: SpaceReader }) => void,
  geometryOf: (i: number) => object = (i) => ({ type: 'Point', coordinates: [i % 32, 40] }),
) {
  const file = join(folder, `${name}.db`);
  createFile(file);
  const own = new SpaceWriter(file, 's', () => geos, { columnRows: 64 });
  const points = new SpaceReader(file);
  try {
    const located = Array.from({ length: 64 }, (_, i) => ({
      ...{ type: 'Feature', id: `p${i}`, filler, properties: {} },
      geometry: geometryOf(i),
    }));
    const body = JSON.stringify({ type: 'FeatureCollection', features: located });
    own.batch([() => void own.write(writeRequest(body, { versioning: undefined }))]);
    own.requestColumns();
    for (let i = 0; i < 4; i++) own.workStep(64);
    use({ file, own, points });
  } finally {
    points.close();
    own.close();
  }
}

test('only where many rows of a block are asked for, cells are stored', () =>
  withPoints('few', ({ file, points }) => {
    for (const [east, wanted] of [
      [0.5, []],
      [10, ['cells hex 5']],
    ] as const) {
      const thread = new NewThread(file, points);
      const area = { boxes: [{ west: -1, south: 39, east, north: 41 }] };
      cellsOf({ ...HEXBIN, resolution: 5 }, area, undefined, thread, points);
      assert.deepEqual([...thread.wanted], wanted);
    }
  }));

test('where cells would take more room than there is, that is noted, and nobody asks again', () =>
  withPoints('full', ({ file, own, points }) => {
    const beside = openExisting(file);
    beside.exec("UPDATE column_block SET gaps = json_set(gaps, '$.room', 10)");
    beside.close();
    const clustering = { ...HEXBIN, resolution: 2 };
    const first = new NewThread(file, points);
    const found = cellsOf(clustering, EUROPE, undefined, first, points);
    assert.deepEqual([...first.wanted], ['cells hex 2']);
    own.requestColumns('cells hex 2');
    for (let i = 0; i < 4; i++) own.workStep(64);
    const later = new NewThread(file, points);
    assert.deepEqual(cellsOf(clustering, EUROPE, undefined, later, points).cells, found.cells);
    assert.deepEqual([...later.wanted], []);
  }));

/** A square from the origin on; the later ones are larger, up to half a degree. */
function squareOf(i: number) {
  const size = i < 32 ? 0.01 : 0.5;
  const [west, south] = [i % 32, 50];
  const [east, north] = [west + size, south + size];
  const ring = [west, south, east, south, east, north, west, north, west, south];
  return {
    type: 'Polygon',
    coordinates: [ring.flatMap((x, at) => (at % 2 === 0 ? [[x, ring[at + 1]!]] : []))],
  };
}

test('where there are too many cells, the largest features show it, and no cells are stored', () =>
  withPoints(
    'fine',
    ({ file, points }) => {
      const thread = new NewThread(file, points);
      const binned = (clustering: Clustering) => cellsOf(clustering, EUROPE, undefined, thread, points);
      // 32 squares of 51,000 quads: more than a million in the larger ones alone.
      for (let read = 0; read < 2; read++)
        assert.throws(() => binned({ kind: 'quadbin', zoom: 17 }), /more than 1000000 cells/);
      assert.throws(() => binned({ ...HEXBIN, resolution: 12 }), /one feature more than 200000 cells/);
      assert.deepEqual([...thread.wanted], []);
      binned({ kind: 'quadbin', zoom: 12 });
      assert.deepEqual([...thread.wanted], ['cells quad 12']);
    },
    squareOf,
  ));

test('of blocks that were built before there were cells, new ones are asked for', () =>
  withPoints('older', ({ file, points }) => {
    const beside = openExisting(file);
    beside.exec("UPDATE column_block SET gaps = json_remove(gaps, '$.room')");
    beside.close();
    const thread = new NewThread(file, points);
    cellsOf({ ...HEXBIN, resolution: 2 }, EUROPE, undefined, thread, points);
    assert.deepEqual([...thread.wanted], ['columns']);
  }));

test('of a version, what has changed since is counted in the cells it was in, read by read', () => {
  const edge = { boxes: [{ west: 10, south: 50, east: 10.11, north: 51 }] };
  const reads = (version?: number) =>
    [
      { ...HEXBIN, resolution: 9, property: ['n'] },
      { ...HEXBIN, resolution: 9 },
      { kind: 'quadbin' as const, zoom: 17 },
    ].flatMap((clustering) => [EUROPE, edge].map((area) => cellsOf(clustering, area, version)));
  const before = reads().map(({ cells }) => cells);
  const { latest } = new SqliteRowReader(reader).versions();
  const moved = features.slice(3, 11).map((feature) => ({
    ...feature,
    geometry: { type: 'Point', coordinates: [-5, 40] },
  }));
  const versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };
  const body = JSON.stringify({ type: 'FeatureCollection', features: moved });
  writer.batch([() => void writer.write(writeRequest(body, { versioning }))]);
  assert.notDeepEqual(
    reads().map(({ cells }) => cells),
    before,
  );
  for (let read = 0; read < 3; read++)
    for (const [i, { taken, cells }] of reads(latest).entries())
      assert.deepEqual([taken, cells], [['cells of columns'], before[i]]);
});
