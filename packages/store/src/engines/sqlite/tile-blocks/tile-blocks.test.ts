import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type BlockTile, type Geometry, loadGeos } from '@meridian/geo';
import fc from 'fast-check';
import { nearGeometry, nearPosition, tilesAt } from '../../../contract/arbitrary.near.ts';
import { testGeometry } from '../../../contract/arbitrary.test-geometry.ts';
import { tileQuery } from '../../../contract/plain-queries.ts';
import { resultOf } from '../../../contract/result-of.ts';
import { seed } from '../../../contract/seed.ts';
import { collectionOf, writeRequest } from '../../../contract/write-request.ts';
import { prepareArea, tileArea } from '../../../model/query/area.ts';
import type { TileQuery } from '../../../model/query/query.ts';
import { isDrawable } from '../../../pyramid/tile-blocks/block-cells.ts';
import { candidateRows } from '../../../read/candidates.ts';
import { resolved } from '../../../read/effect.ts';
import { OverlayCache } from '../../../read/past/overlay-cache.ts';
import { readerAt } from '../../../read/past/past-reader.ts';
import { sinkOf } from '../../../read/row-read.ts';
import { consume } from '../../../read/row-sink.ts';
import { tileFromBlocks } from '../../../read/tile-blocks.ts';
import { drawing } from '../../../read/tile-drawing.ts';
import { createFile, openForWriting } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SPACE_MIGRATIONS } from '../schema.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';

const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-sheets-'));
const MAX_FEATURES = 6;
let path: string;
let writer: SpaceWriter;
let reader: SpaceReader;
let files = 0;
let fromTileBlocks = 0;
let ofVersions = 0;
const versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };

function open(): void {
  writer = new SpaceWriter(path, 's', () => geos, { tileBlockFeatures: MAX_FEATURES });
}

function start(): void {
  close();
  path = join(folder, `${files++}.db`);
  createFile(path);
  open();
  reader = new SpaceReader(path);
}

function close(): void {
  writer?.close();
  reader?.close();
}

after(() => {
  close();
  rmSync(folder, { recursive: true });
});

function drawnRowByRow(query: TileQuery): Uint8Array {
  const area = prepareArea(tileArea(query.tile, query.marginPixels), geos);
  const read = { kind: 'tile' as const, query };
  const rows = candidateRows(new SqliteRowReader(reader), read, area, { part: 1 });
  return resultOf(consume(rows, sinkOf(read, { area, part: 1 }))).bytes;
}

/** What can be drawn from tile blocks. */
function blockTile(reader: SpaceReader, query: TileQuery, cache?: OverlayCache): BlockTile | undefined {
  const steps = resolved(drawnAt(new SqliteRowReader(reader), query, cache));
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

function* drawnAt(reader: SqliteRowReader, query: TileQuery, cache = new OverlayCache()) {
  return yield* tileFromBlocks(yield* readerAt(reader, query.version, { geos, cache }), query);
}

/** What tiles were in each version, drawn row by row while it was the present. */
class Past {
  readonly #drawn: { asked: TileQuery; bytes: Uint8Array }[] = [];
  readonly #cache = new OverlayCache();
  compared = 0;

  note(asked: TileQuery): void {
    const { latest: version } = new SqliteRowReader(reader).versions();
    if (version > 0 && isDrawable(asked))
      this.#drawn.push({ asked: { ...asked, version }, bytes: drawnRowByRow(asked) });
  }

  /** Every version is drawn from the tile blocks of the present, and what is held of a version is used again. */
  check(): void {
    for (const { asked, bytes } of this.#drawn) {
      const tile = blockTile(reader, asked, this.#cache);
      if (!tile) continue;
      assert.deepEqual(
        resultOf(drawing(tile)).bytes,
        bytes,
        `${JSON.stringify(asked.tile)} of ${asked.version}`,
      );
      if (bytes.length > 0) this.compared++;
    }
  }
}

/** Whatever can be drawn from tile blocks is the same as drawn row by row. */
function check(asked: TileQuery): void {
  const tile = isDrawable(asked) ? blockTile(reader, asked) : undefined;
  if (!tile) return;
  const { bytes } = resultOf(drawing(tile));
  if (bytes.length > 0) fromTileBlocks++;
  assert.deepEqual(bytes, drawnRowByRow(asked), JSON.stringify(asked.tile));
}

function makeAll(): void {
  while (writer.hasWork) writer.workStep();
}

type Change =
  | { put: [id: number, geometry: Geometry | null, name: string][] }
  | { remove: number[] }
  | 'remove all'
  | 'make one'
  | 'make all'
  | 'reopen';

const id = fc.integer({ min: 0, max: 60 });
const geometry = fc.oneof(
  { weight: 8, arbitrary: nearGeometry },
  { weight: 2, arbitrary: testGeometry },
  { weight: 1, arbitrary: fc.constant(null) },
);
const put = (maxLength: number): fc.Arbitrary<Change> =>
  fc
    .uniqueArray(fc.tuple(id, geometry, fc.constantFrom('a', 'b', 'ä')), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength,
    })
    .map((put) => ({ put }));
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: put(30) },
  // Of what one feature changes nothing may be missed.
  { weight: 3, arbitrary: put(1) },
  { weight: 3, arbitrary: fc.array(id, { maxLength: 2 }).map((remove) => ({ remove })) },
  { weight: 5, arbitrary: fc.constantFrom('make one' as const, 'make all' as const, 'make all' as const) },
  { weight: 1, arbitrary: fc.constantFrom('remove all' as const, 'reopen' as const) },
);

function apply(change: Change): void {
  if (change === 'make one') return writer.hasWork ? writer.workStep() : undefined;
  if (change === 'make all') return makeAll();
  if (change === 'reopen') {
    writer.close();
    return open();
  }
  if (change === 'remove all')
    return writer.batch([
      () => void writer.delete({ ids: undefined, tags: undefined, returning: false, versioning }),
    ]);
  if ('remove' in change) {
    const ids = change.remove.map(String);
    return writer.batch([() => void writer.delete({ ids, tags: undefined, returning: false, versioning })]);
  }
  const features = change.put.map(([id, geometry, name]) => ({
    id: `${id}`,
    geometry,
    properties: { name },
  }));
  writer.batch([
    // Undone, so that nothing of it may be left, before and after what is done.
    () => assert.throws(() => writer.write(writeRequest(collectionOf([...features, { geometry: 1 }])))),
    () => void writer.write(writeRequest(collectionOf(features), { versioning })),
    () => assert.throws(() => writer.write(writeRequest(collectionOf([...features, { geometry: 1 }])))),
  ]);
}

describe('tile blocks', () => {
  test(`draw what drawing row by row does, of each version too, through all kinds of writes (seed ${seed})`, () => {
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 4, maxLength: 16 }),
        fc.nat(3),
        fc.array(nearPosition, { minLength: 2, maxLength: 4 }),
        fc.constantFrom(0, 4, 20, 300),
        (changes, asked, positions, marginPixels) => {
          start();
          const past = new Past();
          const checkAll = () => {
            for (const [x, y] of positions)
              for (const tile of tilesAt(x, y)) check(tileQuery(tile, { marginPixels, limit: 1000 }));
          };
          const note = () => {
            for (const tile of tilesAt(...positions[0]!))
              if (tile.z % 3 === 0) past.note(tileQuery(tile, { marginPixels, limit: 1000 }));
          };
          changes.forEach((one, i) => {
            if (i === asked) writer.requestTileBlocks();
            apply(one);
            checkAll();
            if (typeof one === 'object') note();
            else if (one === 'make all') past.check();
          });
          writer.requestTileBlocks();
          makeAll();
          checkAll();
          past.check();
          ofVersions += past.compared;
        },
      ),
      { seed, numRuns: 40 },
    );
    assert.ok(
      fromTileBlocks > 150,
      `only ${fromTileBlocks} tiles with something on them were drawn from sheets`,
    );
    assert.ok(ofVersions > 150, `only ${ofVersions} tiles of versions with something on them were drawn so`);
  });

  test('are not missed in a file of the format before, and can be made once it is migrated', () => {
    start();
    writer.close();
    reader.close();
    path = join(folder, `${files++}.db`);
    createFile(path);
    const before = openForWriting(path, SPACE_MIGRATIONS.slice(0, 1));
    before.exec('INSERT INTO content VALUES (1, 0, 0, 0, 0, 0, 0)');
    before.close();
    reader = new SpaceReader(path);
    const isDrawn = () => tilesAt(10, 50).some((tile) => blockTile(reader, tileQuery(tile)));
    assert.equal(isDrawn(), false);
    open();
    writer.requestTileBlocks();
    apply({
      put: Array.from({ length: 40 }, (_, i) => [i, { type: 'Point', coordinates: [10 + i / 50, 50] }, 'a']),
    });
    makeAll();
    assert.equal(isDrawn(), true);
  });
});
