import type { SQLInputValue } from 'node:sqlite';
import type { Effect } from '../../read/effect.ts';
import type { Access, Batch, Counted, FoundRows, FoundTexts, RowQuery } from '../../read/row-reader.ts';
import { writtenTexts } from '../../read/written-texts.ts';
import { cachedStatement } from './cached-statements.ts';
import { JOINED, type Joined, MEETS, meetsValues } from './rows.ts';
import { fetchRows, ROW_VALUES, type SpaceReader } from './space-reader.ts';

/** All rows but those whose texts show that they can't match. */
export class ScanAccess implements Access {
  readonly name = 'all rows';
  readonly isOrdered: boolean;
  readonly isScannable = true;
  readonly isWhole = false;
  readonly #reader: SpaceReader;
  readonly #where: string[];
  readonly #values: SQLInputValue[];

  constructor(reader: SpaceReader, { filter, part, near }: RowQuery) {
    this.#reader = reader;
    const texts = writtenTexts(filter.tests);
    this.#where = [
      ...texts.map((list) => `(${list.map(() => 'instr(text, ?) > 0').join(' OR ')})`),
      ...(part ? ['seq % ? = ?'] : []),
      ...(near ? [MEETS] : []),
    ];
    this.#values = [
      ...texts.flat(),
      ...(part ? [part.count, part.index] : []),
      ...(near ? meetsValues(near) : []),
    ];
    this.isOrdered = texts.length === 0 && !near;
  }

  positions(): undefined {
    return undefined;
  }

  rows(batch: Batch): FoundRows {
    const { sql, values, limit } = this.#rowsOf(batch);
    const select = cachedStatement(this.#reader.database, `SELECT ${ROW_VALUES} ${sql} ORDER BY seq LIMIT ?`);
    const rows = fetchRows(select, [...values, limit]);
    return { rows, count: rows.length, last: rows.at(-1)?.seq ?? 0 };
  }

  // biome-ignore lint/correctness/useYield: it is done at once
  *texts(batch: Batch, left: number): Effect<FoundTexts> {
    const { after, sql, values, limit } = this.#rowsOf(batch);
    const { database } = this.#reader;
    const join = `SELECT ${JOINED} FROM (SELECT seq, text ${sql} ORDER BY seq LIMIT ?)`;
    const found = cachedStatement(database, join).get(...values, Math.min(limit, left)) as Joined;
    const last = found.last ?? after;
    const isOpen = limit > left && found.shown === left;
    const next = isOpen ? cachedStatement(database, `SELECT 1 ${sql} LIMIT 1`) : undefined;
    const more = next?.get(last, ...values.slice(1)) !== undefined;
    return {
      chunk: found.chunk ?? undefined,
      shown: found.shown,
      lastShown: last,
      more,
      count: found.shown,
      last,
    };
  }

  // biome-ignore lint/correctness/useYield: it is done at once
  *count(): Effect<Counted> {
    const { count } = this.#reader.size();
    return { sure: count, recheck: [] };
  }

  /** The rows of a batch behind its first position, which is the first value. */
  #rowsOf(batch: Batch): { after: number; sql: string; values: SQLInputValue[]; limit: number } {
    if (batch.kind === 'list' || batch.kind === 'whole')
      throw new Error(`all rows of a file are not read as a ${batch.kind}`);
    const { after, limit } = batch;
    const isWindow = batch.kind === 'window';
    const where = ['seq > ?', ...(isWindow ? ['seq <= ?'] : []), ...this.#where].join(' AND ');
    const values = [after, ...(isWindow ? [batch.upTo] : []), ...this.#values];
    return { after, sql: `FROM feature WHERE ${where}`, values, limit };
  }
}
