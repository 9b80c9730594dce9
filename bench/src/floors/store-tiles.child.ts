import { createHash } from 'node:crypto';
import { loadGeos } from '@meridian/geo';
import { readTile } from '@meridian/hub';
import { SqliteColumnReader } from '../../../packages/store/src/engines/sqlite/columns/column-reads.ts';
import { SqliteRowReader } from '../../../packages/store/src/engines/sqlite/row-reader.ts';
import { SpaceReader } from '../../../packages/store/src/engines/sqlite/space-reader.ts';
import { prepareArea } from '../../../packages/store/src/model/query/area.ts';
import { NO_FILTER, type TileQuery } from '../../../packages/store/src/model/query/query.ts';
import { resolved } from '../../../packages/store/src/read/effect.ts';
import { areaOf, type Read } from '../../../packages/store/src/read/row-read.ts';
import { executeRead } from '../../../packages/store/src/rules/composite/execute.ts';
import type { Tile } from '../data/tile.ts';
import { serveCalls } from './child.ts';

/** Vector tiles as the hub draws them of a SQLite file, in one process and without HTTP. */
let reader: SpaceReader;
let layer: string;
let geos: Awaited<ReturnType<typeof loadGeos>>;

export type TileMode = 'viz' | 'auto';
export type DrawnTile = { milliseconds: number; hash: string };

/** What `GET /hub/spaces/…/tile/web/….mvt` asks the store for where nothing but a mode is sent. */
const AS_ASKED: Readonly<Record<TileMode, Partial<TileQuery>>> = {
  viz: { viz: true, sampling: 'med', selection: [] },
  auto: { auto: { maxBytes: 400_000, isWhole: false } },
};

async function open(path: string, space: string): Promise<void> {
  geos = await loadGeos();
  reader = new SpaceReader(path);
  layer = space;
}

/** The least processor time of so many times, and a hash of the bytes. */
function draw(mode: TileMode, tile: Tile, times: number): DrawnTile {
  let milliseconds = Infinity;
  let bytes = Buffer.alloc(0);
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    bytes = drawn(queryOf(mode, tile));
    const { user, system } = process.cpuUsage(before);
    milliseconds = Math.min(milliseconds, (user + system) / 1000);
  }
  return { milliseconds, hash: createHash('sha256').update(bytes).digest('hex') };
}

function queryOf(mode: TileMode, { z, x, y }: Tile): TileQuery {
  return {
    tile: readTile('web', `${z}_${x}_${y}`),
    marginPixels: 4,
    layer,
    filter: NO_FILTER,
    limit: 100_000,
    flatten: false,
    clip: true,
    viz: false,
    sampling: 'off',
    ...AS_ASKED[mode],
  };
}

function drawn(query: TileQuery): Buffer<ArrayBuffer> {
  const read: Read = { kind: 'tile', query };
  const area = prepareArea(areaOf(read)!, geos);
  const columns = new SqliteColumnReader(reader, layer, () => {});
  const rows = new SqliteRowReader(reader, columns);
  const chunks: Uint8Array[] = [];
  const steps = resolved(executeRead(layer, read, { area, geos }, () => rows));
  for (;;) {
    const { value, done } = steps.next();
    if (done) {
      if (value.chunk) chunks.push(value.chunk);
      area.free();
      return Buffer.concat(chunks);
    }
    if (value instanceof Uint8Array) chunks.push(value);
  }
}

serveCalls({ open, draw });
