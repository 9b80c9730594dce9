import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { geosAtHand, NeedsGeos } from '@meridian/geo';
import { HEXBIN } from '../../contract/plain-queries.ts';
import { writeRequest } from '../../contract/write-request.ts';
import { SqliteColumnReader } from '../../engines/sqlite/columns/column-reads.ts';
import { createFile } from '../../engines/sqlite/database.ts';
import { SqliteRowReader } from '../../engines/sqlite/row-reader.ts';
import { SpaceReader } from '../../engines/sqlite/space-reader.ts';
import { SpaceWriter } from '../../engines/sqlite/space-writer.ts';
import { NO_FILTER } from '../../model/query/query.ts';
import type { AnyRead } from '../../read/row-read.ts';
import type { Piece } from '../calls.ts';
import { ReadJobs } from '../read-jobs.ts';

const BLOCK_ROWS = 1000;
/** A space on SQLite with columns, and the jobs of a thread that has not loaded GEOS. */
const folder = mkdtempSync(join(tmpdir(), 'meridian-jobs-'));
const path = join(folder, 'space.db');
createFile(path);
const writer = new SpaceWriter(path, 's', geosAtHand, { columnRows: BLOCK_ROWS });
const reader = new SpaceReader(path);
const jobs = new ReadJobs({
  rowsOf: () => new SqliteRowReader(reader, new SqliteColumnReader(reader, path, () => {}, 0)),
});

after(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

/** Teeth that reach out of the north of the area: it takes GEOS to cut it. */
export const teeth = Array.from({ length: 20 }, (_, i) => [
  [1 + i / 10, 9],
  [1.05 + i / 10, 11],
]).flat();
const comb = {
  type: 'Polygon',
  coordinates: [[...teeth, [3, 8.5], [1, 8.5], teeth[0]]],
};
export const COUNT = 3000;
export const COMB = 2500;
export const features = Array.from({ length: COUNT }, (_, i) => ({
  type: 'Feature',
  id: `f${i}`,
  geometry: i === COMB ? comb : { type: 'Point', coordinates: [(i % 99) / 10, ((i * 7) % 84) / 10] },
  properties: { text: 'x'.repeat(400) },
}));
const request = writeRequest(JSON.stringify({ type: 'FeatureCollection', features }), {
  versioning: undefined,
});
writer.batch([() => void writer.write(request)]);
// Cells are counted by them, and what reaches over the edge of an area is read.
writer.requestColumns();
for (let i = 0; i < 8; i++) writer.workStep(BLOCK_ROWS);

export const WEST_OF_IT = { boxes: [{ west: 0, south: 0, east: 0.9, north: 10 }] };
export const ACROSS = { boxes: [{ west: 0, south: 0, east: 10, north: 10 }] };

export function clipped(area: typeof ACROSS): AnyRead {
  return {
    kind: 'features',
    query: { filter: NO_FILTER, limit: COUNT, view: { clip: true }, after: 0, sort: [], area },
  };
}

export function hexagons(area: typeof ACROSS): AnyRead {
  return { kind: 'clusters', query: { filter: NO_FILTER, area, limit: COUNT, clustering: HEXBIN } };
}

let streams = 0;

export async function piecesOf(read: AnyRead): Promise<Piece[]> {
  const stream = ++streams;
  const pieces: Piece[] = [];
  while (!pieces.at(-1)?.end)
    pieces.push(
      await new Promise<Piece>((resolve, reject) => {
        const reply = (work: () => { result: unknown }) => {
          try {
            resolve(work().result as Piece);
          } catch (error) {
            reject(error);
          }
        };
        const call =
          pieces.length === 0
            ? { method: 'open', args: [stream, 's', read, 60_000], reply }
            : { method: 'next', args: [stream], reply };
        jobs.receive(call as unknown as Parameters<ReadJobs['receive']>[0]);
      }),
    );
  return pieces;
}

export function featuresIn(pieces: Piece[]) {
  const texts = pieces.flatMap(({ chunk }) => (chunk ? [Buffer.from(chunk).toString()] : []));
  return JSON.parse(`[${texts.join(',')}]`);
}

export function isLoaded(): boolean {
  try {
    geosAtHand();
    return true;
  } catch (error) {
    if (error instanceof NeedsGeos) return false;
    throw error;
  }
}
