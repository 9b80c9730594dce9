import { boxOf, isEmptyBBox } from '@meridian/geo';
import { BlockBuilder, type BuildRow, type EncodedBlock } from '../../columns/block-builder.ts';
import { COLUMN } from '../../columns/column-key.ts';
import { evaluated } from '../../columns/predicate.ts';
import type { BlockInfo } from '../../columns/stored-block.ts';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { BodyKey, ColumnReader } from '../columns/column-reader.ts';
import { loaded, summarised } from '../columns/load-blocks.ts';
import type { PastBlock } from '../columns/past-rows.ts';
import { predicateOf } from '../columns/predicate-of.ts';
import type { Effect } from '../effect.ts';
import type { RowQuery } from '../row-reader.ts';

/** So many rows are parsed before others get their turn. */
const ROWS_AT_ONCE = 500;

/** No number is given to two blocks of a thread: what it remembers of one stays right. */
let lastBlock = 0;

/** What features were in a version, as one block of columns in memory. */
export class OverlayColumns implements ColumnReader {
  readonly scope = 'overlay';
  readonly fewRows = 0;
  readonly rows: number;
  readonly bytes: number;
  readonly #info: BlockInfo;
  readonly #columns: ReadonlyMap<string, EncodedBlock['columns'][number]>;

  constructor({ columns, ...info }: EncodedBlock) {
    this.#info = { ...info, block: ++lastBlock };
    this.#columns = new Map(columns.map((column) => [column.key, column]));
    this.rows = info.rows;
    this.bytes = columns.reduce((sum, { summary, bytes }) => sum + summary.length + bytes.length, 0);
  }

  /** In the order of positions. */
  static *of(rows: readonly ReadRow[]): Effect<OverlayColumns> {
    const builder = new BlockBuilder();
    for (const [i, row] of rows.entries()) {
      builder.add(buildRow(row));
      if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield undefined;
    }
    return new OverlayColumns(builder.finish(() => false, 0));
  }

  /** What a query comes to for each row; `others` are columns that are read beside. */
  *evaluate(query: RowQuery, others: readonly string[]): Effect<PastBlock | undefined> {
    const predicate = yield* predicateOf(this, query);
    const keys = [...new Set([COLUMN.position, ...predicate.keys, ...others])];
    const [block] = yield* summarised(this, [this.#info], keys);
    if (!block) return undefined;
    const [isLoaded] = yield* loaded(this, [block], { predicate, others });
    return isLoaded ? { block, outcomes: evaluated(predicate, block) } : undefined;
  }

  blocks(): BlockInfo[] {
    return [this.#info];
  }

  keys(): string[] {
    return [...this.#columns.keys()];
  }

  summaries(wanted: readonly BodyKey[]): (Uint8Array | undefined)[] {
    return wanted.map(({ key }) => this.#columns.get(key)?.summary);
  }

  bodies(wanted: readonly BodyKey[]): (Uint8Array | undefined)[] {
    return wanted.map(({ key }) => this.#columns.get(key)?.bytes);
  }

  stale(): number[] {
    return [];
  }

  want(what: string): never {
    throw new Error(`the columns of an overlay are never built again, but ${what} was asked for`);
  }
}

function buildRow(row: ReadRow): BuildRow {
  const geometry = parseGeometry(row);
  const box = geometry ? boxOf(geometry) : undefined;
  return { ...row, geometryType: geometry?.type, box: box && !isEmptyBBox(box) ? box : undefined };
}
