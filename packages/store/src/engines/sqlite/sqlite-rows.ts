import type { ReadRow } from '../../model/feature/row.ts';
import type { Statistics } from '../../model/results.ts';
import type { Cursor, RowQuery, RowSource } from '../../rules/composite/row-source.ts';
import { counting } from './counting.ts';
import { candidateSteps, rowSteps } from './rows.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';
import { readStatistics } from './statistics.ts';
import { IN_LIST } from './steps.ts';

const IDS_PER_STEP = 5000;

/** The rows of one file, to be combined with those of others. */
export class SqliteRows implements RowSource {
  readonly #reader: SpaceReader;

  constructor(reader: SpaceReader) {
    this.#reader = reader;
  }

  rows(query: RowQuery, after: number): Cursor<ReadRow> {
    const steps = rowSteps(this.#reader, query, after);
    return () => steps.next().value ?? undefined;
  }

  ids(): Cursor<string> {
    const next = this.#reader.database.prepare(
      `SELECT seq, id FROM feature WHERE seq > ? ORDER BY seq LIMIT ${IDS_PER_STEP}`,
    );
    let last = 0;
    return () => {
      const rows = next.all(last) as { seq: number; id: string }[];
      last = rows.at(-1)?.seq ?? last;
      return rows.length > 0 ? rows.map(({ id }) => id) : undefined;
    };
  }

  byIds(ids: readonly string[]): ReadRow[] {
    const find = this.#reader.database.prepare(`SELECT ${READ_COLUMNS} FROM feature WHERE id = ?`);
    return ids.flatMap((id) => (find.get(id) as ReadRow | undefined) ?? []);
  }

  seqsOf(ids: readonly string[]): Map<string, number> {
    const find = this.#reader.database.prepare('SELECT seq FROM feature WHERE id = ?');
    const seqs = new Map<string, number>();
    for (const id of ids) {
      const row = find.get(id);
      if (row) seqs.set(id, row.seq as number);
    }
    return seqs;
  }

  candidateIds(query: RowQuery, most: number): string[] | undefined {
    const steps = candidateSteps(this.#reader, query, 0);
    if (!steps) return undefined;
    const pick = this.#reader.database.prepare(`SELECT id FROM feature WHERE seq ${IN_LIST}`);
    const ids: string[] = [];
    for (const { seqs } of steps) {
      if (ids.length + seqs.length > most) return undefined;
      for (const { id } of pick.all(JSON.stringify(seqs))) ids.push(id as string);
    }
    return ids;
  }

  counting({ filter, area }: RowQuery): () => number | undefined {
    const steps = counting(this.#reader, filter, area);
    return () => {
      const { value, done } = steps.next();
      return done ? value : undefined;
    };
  }

  statistics(): Statistics {
    return this.#reader.snapshot(readStatistics);
  }
}
