import { matches, StoredFeature } from '../query/match.ts';
import type { FeatureQuery } from '../query/query.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { candidatesFor } from './candidates.ts';
import { sortedWalk } from './sorted-walk.ts';
import { READ_COLUMNS, type ReadRow, type SpaceReader } from './space-reader.ts';

/** Some features of an answer: their texts joined by commas, as bytes that are ready to send. */
export type Chunk = Uint8Array<ArrayBuffer>;

/** How a walk ended. `last` is where to go on, if there is `more`. */
export type WalkEnd = { more: boolean; last: number };

/** Steps of a walk. An empty chunk means that a step found nothing; each step is short, so a walk can be stopped. */
export type Walk = Generator<Chunk | undefined, WalkEnd, void>;

const CHUNK_BYTES = 256 * 1024;
const CHUNK_MAX_BYTES = 16 * 1024 * 1024;
const STEP_ROWS = 2000;
/** So many rows a step are looked at in vain before others get their turn. */
const SCAN_ROWS = 20_000;

export function walk(reader: SpaceReader, query: FeatureQuery): Walk {
  if (query.sort.length > 0) return sortedWalk(reader, query);
  const plain = isPlainView(query.view) && query.filter.tests.length === 0;
  return plain ? plainWalk(reader, query) : lookingWalk(reader, query);
}

/** So many rows a step that a chunk has a good size, and even the largest rows together fit into memory. */
function rowsPerStep(reader: SpaceReader): number {
  const { count, bytes, maxBytes } = reader.size();
  const average = Math.max(1, bytes / Math.max(1, count));
  const good = Math.min(STEP_ROWS, CHUNK_BYTES / average);
  return Math.max(1, Math.floor(Math.min(good, CHUNK_MAX_BYTES / Math.max(1, maxBytes))));
}

/** Nothing is decoded: SQLite joins the stored texts and hands over one buffer. */
function* plainWalk(reader: SpaceReader, query: FeatureQuery): Walk {
  const { conditions, values } = candidatesFor(reader, query);
  const rows = `SELECT seq, text FROM feature WHERE ${['seq > ?', ...conditions].join(' AND ')} ORDER BY seq LIMIT ?`;
  const next = reader.database.prepare(
    `SELECT CAST(group_concat(text, ',') AS BLOB) AS chunk, count(*) AS count, max(seq) AS last FROM (${rows})`,
  );
  const step = rowsPerStep(reader);
  let last = query.after;
  for (let left = query.limit; left > 0; ) {
    const wanted = Math.min(step, left);
    const found = next.get(last, ...values, wanted) as { chunk: Chunk; count: number; last: number };
    if (found.count > 0) {
      last = found.last;
      yield found.chunk;
    }
    if (found.count < wanted) return { more: false, last };
    left -= found.count;
  }
  const more = (next.get(last, ...values, 1) as { count: number }).count > 0;
  return { more, last };
}

/** Each candidate is looked at: to test its properties, or to show it otherwise than it is stored. */
function* lookingWalk(reader: SpaceReader, query: FeatureQuery): Walk {
  const plain = isPlainView(query.view);
  let left = query.limit;
  let last = query.after;
  for (const rows of candidateRows(reader, query, query.after)) {
    const texts: string[] = [];
    for (const row of rows) {
      const feature = new StoredFeature(row.id, row);
      if (!matches(feature, query.filter.tests)) continue;
      if (left === 0) {
        if (texts.length > 0) yield encode(texts);
        return { more: true, last };
      }
      texts.push(plain ? row.text : showFeature(feature, query.view, row.hasZ === 1));
      last = row.seq;
      left--;
    }
    yield texts.length > 0 ? encode(texts) : undefined;
  }
  return { more: false, last };
}

/** Candidate rows in insertion order, some at a time; perhaps none where rows had to be looked at in vain. */
export function* candidateRows(
  reader: SpaceReader,
  query: Pick<FeatureQuery, 'filter' | 'part'>,
  from: number,
): Generator<ReadRow[], void, void> {
  const { conditions, values, scans } = candidatesFor(reader, query);
  const where = ['seq > ?', 'seq <= ?', ...conditions].join(' AND ');
  const next = reader.database.prepare(
    `SELECT ${READ_COLUMNS} FROM feature WHERE ${where} ORDER BY seq LIMIT ?`,
  );
  const step = rowsPerStep(reader);
  const end = reader.lastSeq();
  for (let after = from; after < end; ) {
    const to = scans ? Math.min(end, after + SCAN_ROWS) : end;
    const rows = next.all(after, to, ...values, step) as unknown as ReadRow[];
    yield rows;
    after = rows.length < step ? to : rows.at(-1)!.seq;
  }
}

const encoder = new TextEncoder();

export function encode(texts: string[]): Chunk {
  return encoder.encode(texts.join(','));
}
