import type { AreaTest } from '../../model/query/area.ts';
import { isPlainView } from '../../model/query/view.ts';
import {
  clusterWorkOf,
  type Read,
  type RowRead,
  sampledFrom,
  type WalkQuery,
  workOf,
} from '../../read/row-read.ts';
import { type Chunk, type Walk, workThrough } from '../../read/row-work.ts';
import { drawing } from '../../read/tile-drawing.ts';
import { candidateRows, keptHexes, shownPart } from './candidates.ts';
import { seqSteps } from './rows.ts';
import { sortedWalk } from './sorted-walk.ts';
import type { SpaceReader } from './space-reader.ts';
import { IN_LIST, rowsPerStep, type SeqStep } from './steps.ts';
import { tileFromSheets } from './tile-blocks/sheet-reads.ts';

export function walk(reader: SpaceReader, read: Read, area: AreaTest | undefined): Walk {
  if (read.kind === 'features') {
    const { query } = read;
    if (query.sort.length > 0) return sortedWalk(reader, { ...query, area });
    const isPlain = isPlainView(query.view) && query.filter.tests.length === 0 && query.version === undefined;
    if (isPlain && sampledFrom(read) === Infinity) return plainWalk(reader, { ...query, area });
  }
  const tile = read.kind === 'tile' ? tileFromSheets(reader, read.query) : undefined;
  return tile ? drawing(tile) : lookingWalk(reader, read, area);
}

/** Each candidate is looked at: to test it, to show it otherwise than it is stored, to draw or to count it. */
function* lookingWalk(reader: SpaceReader, read: RowRead, area: AreaTest | undefined): Walk {
  const hexes = area && keptHexes(reader, read, area);
  if (hexes) {
    const work = clusterWorkOf(read, area);
    for (const { cell, qty } of hexes.cells) work.addCounted(cell, qty);
    return yield* workThrough(hexes.rest, work);
  }
  const part = yield* shownPart(reader, read, area);
  return yield* workThrough(candidateRows(reader, read, area, part), workOf(read, { area, part }));
}

/** Nothing is decoded: SQLite joins the stored texts and hands over one buffer. */
function plainWalk(reader: SpaceReader, query: WalkQuery): Walk {
  const steps = seqSteps(reader, query, query.after);
  return steps ? pickedWalk(reader, query, steps) : scannedWalk(reader, query);
}

function* pickedWalk(reader: SpaceReader, { limit, after }: WalkQuery, steps: Iterable<SeqStep>): Walk {
  const pick = reader.database.prepare(
    `SELECT ${JOINED} FROM (SELECT seq, text FROM feature WHERE seq ${IN_LIST} ORDER BY seq)`,
  );
  let left = limit;
  let last = after;
  for (const { seqs } of steps) {
    if (left === 0 && seqs.length > 0) return { more: true, last };
    const wanted = seqs.slice(0, left);
    const found = pick.get(JSON.stringify(wanted)) as Joined;
    yield found.count > 0 ? found.chunk : undefined;
    last = wanted.at(-1) ?? last;
    left -= found.count;
    if (wanted.length < seqs.length) return { more: true, last };
  }
  return { more: false, last };
}

function* scannedWalk(reader: SpaceReader, { limit, after, part }: WalkQuery): Walk {
  const where = part ? 'seq > ? AND seq % ? = ?' : 'seq > ?';
  const values = part ? [part.count, part.index] : [];
  const next = reader.database.prepare(
    `SELECT ${JOINED} FROM (SELECT seq, text FROM feature WHERE ${where} ORDER BY seq LIMIT ?)`,
  );
  const step = rowsPerStep(reader);
  let last = after;
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(step, left);
    const found = next.get(last, ...values, wanted) as Joined;
    if (found.count > 0) {
      last = found.last;
      yield found.chunk;
    }
    if (found.count < wanted) return { more: false, last };
    left -= found.count;
  }
  const { count } = next.get(last, ...values, 1) as Joined;
  return { more: count > 0, last };
}

type Joined = { chunk: Chunk; count: number; last: number };
const JOINED = "CAST(group_concat(text, ',') AS BLOB) AS chunk, count(*) AS count, max(seq) AS last";
