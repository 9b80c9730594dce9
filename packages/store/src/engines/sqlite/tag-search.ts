import type { DatabaseSync } from 'node:sqlite';
import type { TagFilter } from '../../model/query/query.ts';
import type { Alternative } from './seq-pages.ts';

const ALSO = 'AND EXISTS (SELECT 1 FROM tag AS also WHERE also.tag = ? AND also.seq = driving.seq)';

/** One selection for each alternative of the filter, led by its rarest tag. */
export function taggedAlternatives(database: DatabaseSync, tags: TagFilter): Alternative[] {
  const count = database.prepare('SELECT count FROM tag_count WHERE tag = ?');
  const frequency = (tag: string) => (count.get(tag)?.count as number | undefined) ?? 0;
  return tags.map((all) => {
    const [first, ...others] = [...all].sort((a, b) => frequency(a) - frequency(b));
    return {
      sql: `SELECT seq FROM tag AS driving WHERE tag = ? ${others.map(() => ALSO).join(' ')}`,
      values: [first!, ...others],
    };
  });
}

/** So many tags go into one condition: SQLite bounds how deep one may be. */
const MAX_COALESCED = 200;

/** Keeps those rows that a tag filter lets pass, for scans along another index. */
export function tagFilter(database: DatabaseSync, tags: TagFilter): (seqs: number[]) => number[] {
  if (tags.length <= MAX_COALESCED) return smallFilter(database, tags);
  const filters: ((seqs: number[]) => number[])[] = [];
  for (let i = 0; i < tags.length; i += MAX_COALESCED)
    filters.push(smallFilter(database, tags.slice(i, i + MAX_COALESCED)));
  return (seqs) => {
    const retained = new Set(filters.flatMap((filter) => filter(seqs)));
    return seqs.filter((seq) => retained.has(seq));
  };
}

function smallFilter(database: DatabaseSync, tags: TagFilter): (seqs: number[]) => number[] {
  const has = 'EXISTS (SELECT 1 FROM tag WHERE tag.tag = ? AND tag.seq = given.value)';
  const condition = tags.map((all) => `(${all.map(() => has).join(' AND ')})`).join(' OR ');
  const statement = database.prepare(
    `SELECT given.value FROM json_each(?) AS given WHERE ${condition} ORDER BY given.value`,
  );
  statement.setReturnArrays(true);
  const values = tags.flat();
  return (seqs) =>
    statement.all(JSON.stringify(seqs), ...values).map((row) => (row as unknown as [number])[0]);
}
