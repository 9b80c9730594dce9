import { parseGeometry } from '../feature/feature-text.ts';
import type { StreamEnd } from '../feature-store.ts';
import type { AreaTest } from '../query/area.ts';
import { matches, StoredFeature } from '../query/match.ts';
import type { FeatureQuery } from '../query/query.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { IN_LIST, rowSteps, rowsPerStep, type SeqStep, seqSteps } from './rows.ts';
import { sortedWalk } from './sorted-walk.ts';
import type { SpaceReader } from './space-reader.ts';

/** Some features of an answer: their texts joined by commas, as bytes that are ready to send. */
export type Chunk = Uint8Array<ArrayBuffer>;

export type WalkEnd = StreamEnd;

/** Steps of a walk. An empty chunk means that a step found nothing; each step is short, so a walk can be stopped. */
export type Walk = Generator<Chunk | undefined, WalkEnd, void>;

/** A query whose area, if it has one, is ready to be held against features. */
export type WalkQuery = Omit<FeatureQuery, 'area'> & { area?: AreaTest };

export function walk(reader: SpaceReader, query: WalkQuery): Walk {
  if (query.sort.length > 0) return sortedWalk(reader, query);
  const plain = isPlainView(query.view) && query.filter.tests.length === 0 && query.version === undefined;
  return plain ? plainWalk(reader, query) : lookingWalk(reader, query);
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

/** Each candidate is looked at: to test its properties, or to show it otherwise than it is stored. */
function* lookingWalk(reader: SpaceReader, query: WalkQuery): Walk {
  const plain = isPlainView(query.view);
  let left = query.limit;
  let last = query.after;
  for (const rows of rowSteps(reader, query, query.after)) {
    const texts: string[] = [];
    for (const row of rows) {
      const feature = new StoredFeature(row.id, row);
      if (!matches(feature, query.filter.tests)) continue;
      const clipped = row.reachesOut && query.view.clip ? query.area!.clip(parseGeometry(row)!) : undefined;
      if (clipped === null) continue;
      if (left === 0) {
        if (texts.length > 0) yield encode(texts);
        return { more: true, last };
      }
      texts.push(plain ? row.text : showFeature(feature, query.view, row.hasZ === 1, clipped));
      last = row.seq;
      left--;
    }
    yield texts.length > 0 ? encode(texts) : undefined;
  }
  return { more: false, last };
}

const encoder = new TextEncoder();

export function encode(texts: string[]): Chunk {
  return encoder.encode(texts.join(','));
}
