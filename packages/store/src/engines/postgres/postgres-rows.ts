import type { ReadRow } from '../../model/feature/row.ts';
import type { Statistics } from '../../model/results.ts';
import type { Cursor, RowQuery, RowSource } from '../../rules/composite/row-source.ts';
import { numbered } from './conditions.ts';
import { counting } from './counting.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import { candidatesOf, rowSteps } from './rows.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { textArray, toKey } from './text-key.ts';

const IDS_PER_STEP = 5000;

type KeyedRow = ReadRow & { key: string };

/** The rows of one table, to be combined with those of others. */
export class PostgresRows implements RowSource {
  readonly #reading: Reading;
  readonly statistics: () => Promise<Statistics>;

  constructor(reading: Reading, statistics: () => Promise<Statistics>) {
    this.#reading = reading;
    this.statistics = statistics;
  }

  rows(query: RowQuery, after: number): Cursor<ReadRow> {
    const steps = rowSteps(this.#reading, query, after);
    return async () => (await steps.next()).value ?? undefined;
  }

  ids(): Cursor<string> {
    let last = 0;
    return async () => {
      const rows = await this.#keyedRows('seq > $1', [last], `ORDER BY seq LIMIT ${IDS_PER_STEP}`, LEAN);
      last = rows.at(-1)?.seq ?? last;
      return rows.length > 0 ? rows.map(({ id }) => id) : undefined;
    };
  }

  byIds(ids: readonly string[]): Promise<ReadRow[]> {
    return this.#keyedRows('id = ANY($1::text[])', [textArray(ids.map(toKey))], '', READ_COLUMNS);
  }

  async seqsOf(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#reading.rows<{ key: string; seq: number }>(
      `SELECT id AS key, seq FROM ${tableOf(this.#reading.place)} WHERE id = ANY($1::text[])`,
      [textArray(ids.map(toKey))],
    );
    const byKey = new Map(rows.map(({ key, seq }) => [key, seq]));
    const seqs = new Map<string, number>();
    for (const id of ids) {
      const seq = byKey.get(toKey(id));
      if (seq !== undefined) seqs.set(id, seq);
    }
    return seqs;
  }

  async candidateIds(query: RowQuery, most: number): Promise<string[] | undefined> {
    const { indexed } = await candidatesOf(this.#reading, query);
    if (indexed.length === 0) return undefined;
    const { sql, values } = numbered(indexed, 1);
    const rows = await this.#keyedRows(sql, values, `LIMIT ${most + 1}`, LEAN);
    return rows.length > most ? undefined : rows.map(({ id }) => id);
  }

  counting({ filter, area }: RowQuery): () => Promise<number> {
    return () => counting(this.#reading, filter, area);
  }

  async #keyedRows(
    where: string,
    values: Parameters<Reading['rows']>[1],
    more: string,
    columns: string,
  ): Promise<KeyedRow[]> {
    const rows = await this.#reading.rows<KeyedRow>(
      `SELECT id AS key, ${columns} FROM ${tableOf(this.#reading.place)} WHERE ${where} ${more}`,
      values,
    );
    for (const row of rows) row.id = idOf(row);
    return rows;
  }
}

/** Of most rows nothing but the key is needed to know the id. */
const LEAN = `seq, geometry_start AS "geometryStart", CASE WHEN id LIKE '\\\\%' THEN text ELSE '' END AS text`;
