import { dueAt } from '../../../columns/build-plan.ts';
import type { BlockInfo } from '../../../columns/stored-block.ts';
import { type BodyKey, type ColumnReader, FEW_ROWS } from '../../../read/columns/column-reader.ts';
import type { Reading } from '../reading.ts';
import { listedNumbers, numberArray, textArray } from '../text-key.ts';
import { columnTablesOf } from './column-tables.ts';
import { type ListedBlock, selectBlocks, toBlockInfo } from './stored-columns.ts';

/** What the planner reads the columns of a table with. */
export class PostgresColumnReader implements ColumnReader {
  readonly fewRows: number;
  readonly want: ColumnReader['want'];
  readonly #reading: Reading;

  constructor(reading: Reading, want: ColumnReader['want'], fewRows = FEW_ROWS) {
    this.#reading = reading;
    this.want = want;
    this.fewRows = fewRows;
  }

  get scope(): string {
    return this.#reading.storageKey;
  }

  async blocks(): Promise<BlockInfo[]> {
    const { hasColumns, columnsSince, updatedAt } = await this.#reading.content();
    if (!hasColumns) return [];
    const isDue = columnsSince !== null && dueAt({ first: columnsSince, last: updatedAt }) <= Date.now();
    if (isDue) this.want('columns');
    return (await this.#reading.rows<ListedBlock>(selectBlocks(this.scope))).map(toBlockInfo);
  }

  async keys(): Promise<string[]> {
    const { paths } = columnTablesOf(this.scope);
    return (await this.#reading.rows<{ key: string }>(`SELECT key FROM ${paths}`)).map(({ key }) => key);
  }

  summaries(wanted: readonly BodyKey[]): Promise<(Uint8Array | undefined)[]> {
    return this.#bodies(wanted, 'summary');
  }

  bodies(wanted: readonly BodyKey[]): Promise<(Uint8Array | undefined)[]> {
    return this.#bodies(wanted, 'bytes');
  }

  /** In one statement: what it finds is of one moment. */
  async stale(blocks: readonly BlockInfo[]): Promise<number[] | undefined> {
    const tables = columnTablesOf(this.scope);
    const [row] = await this.#reading.rows<{ seqs: string | null; there: number }>(
      `SELECT (SELECT string_agg(seq::text, ',' ORDER BY seq) FROM ${tables.stale} WHERE seq BETWEEN $1 AND $2) AS seqs,
        (SELECT count(*) FROM ${tables.blocks} WHERE block = ANY($3::bigint[])) AS there`,
      [blocks[0]!.first, blocks.at(-1)!.last, numberArray(blocks.map(({ block }) => block))],
    );
    return row!.there === blocks.length ? listedNumbers(row!.seqs) : undefined;
  }

  async #bodies(
    wanted: readonly BodyKey[],
    column: 'summary' | 'bytes',
  ): Promise<(Uint8Array | undefined)[]> {
    const { paths, bodies } = columnTablesOf(this.scope);
    const keys = [...new Set(wanted.map(({ key }) => key))];
    const rows = await this.#reading.rows<{ nth: number; found: Uint8Array }>(
      `SELECT nth::int, ${column} AS found FROM ${paths}
        JOIN unnest($1::text[]) WITH ORDINALITY AS named (key, number) USING (key)
        JOIN unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS asked (number, block, nth) USING (number)
        JOIN ${bodies} USING (path, block)`,
      [
        textArray(keys),
        numberArray(wanted.map(({ key }) => keys.indexOf(key) + 1)),
        numberArray(wanted.map(({ block }) => block)),
      ],
    );
    const found: (Uint8Array | undefined)[] = wanted.map(() => undefined);
    for (const { nth, found: bytes } of rows) found[nth - 1] = bytes;
    return found;
  }
}
