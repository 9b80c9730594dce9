import type { Column } from '../../columns/batch.ts';
import { COLUMN } from '../../columns/column-key.ts';
import { DamagedColumn, decodeColumn } from '../../columns/decode-column.ts';
import { openColumns, type Predicate } from '../../columns/predicate.ts';
import { type BlockInfo, StoredBlock } from '../../columns/stored-block.ts';
import { decodeSummary, type Summary } from '../../columns/summary.ts';
import { ask, type Effect } from '../effect.ts';
import { BlockCells } from './block-cells.ts';
import { ColumnCache } from './column-cache.ts';
import type { BodyKey, ColumnReader } from './column-reader.ts';

/** One for each thread that reads. */
const cache = new ColumnCache();

/** What is needed of blocks: the columns that a predicate looks at, and others. */
export type Needs = { predicate: Predicate; others: readonly string[] };

/** Blocks with their summaries; undefined instead of one that is damaged or gone. */
export function* summarised(
  columns: ColumnReader,
  infos: readonly BlockInfo[],
  keys: readonly string[],
): Effect<(StoredBlock | undefined)[]> {
  const missing: BodyKey[] = [];
  for (const { block } of infos)
    for (const key of keys)
      if (cache.summary(nameOf(columns, block, key)) === undefined) missing.push({ block, key });
  const fresh = new Map<string, Summary | 'damaged'>();
  if (missing.length > 0) {
    const found = yield* ask(() => columns.summaries(missing));
    for (const [i, { block, key }] of missing.entries()) {
      const name = nameOf(columns, block, key);
      const summary = found[i] && undamaged(columns, () => decodeSummary(found[i]!));
      if (summary) cache.keepSummary(name, summary);
      if (found[i]) fresh.set(name, summary ?? 'damaged');
    }
  }
  const asked = new Set(keys);
  return infos.map((info) => {
    const summaries = new Map<string, Summary>();
    for (const key of keys) {
      const name = nameOf(columns, info.block, key);
      const summary = fresh.get(name) ?? cache.summary(name);
      if (summary === 'damaged') return undefined;
      if (summary) summaries.set(key, summary);
    }
    // Every block has positions: one without them has been dropped.
    return summaries.has(COLUMN.position)
      ? new StoredBlock(columns.scope, info, asked, summaries)
      : undefined;
  });
}

/** Reads the columns that are needed of some blocks; tells of each whether that worked. */
export function* loaded(
  columns: ColumnReader,
  blocks: readonly StoredBlock[],
  { predicate, others }: Needs,
): Effect<boolean[]> {
  const missing: { block: StoredBlock; key: string }[] = [];
  for (const block of blocks) {
    const keys = new Set([COLUMN.position, ...openColumns(predicate, block), ...others]);
    for (const key of keys) {
      if (!block.hasColumn(key)) continue;
      const known = cache.column(nameOf(columns, block.info.block, key));
      if (known) block.load(key, known);
      else missing.push({ block, key });
    }
  }
  const asked = missing.map(({ block, key }) => ({ block: block.info.block, key }));
  const found = asked.length > 0 ? yield* ask(() => columns.bodies(asked)) : [];
  const failed = new Set<StoredBlock>();
  for (const [i, { block, key }] of missing.entries()) {
    const stored = found[i];
    const column = stored && undamaged(columns, () => decodeColumn(stored));
    if (column && column.kinds.length === block.rows) {
      cache.keepColumn(nameOf(columns, block.info.block, key), column);
      block.load(key, column);
    } else failed.add(block);
  }
  return blocks.map((block) => !failed.has(block));
}

/** The geometries of a block as columns have them. Not remembered: what is found by them is. */
export function* shapesOf(columns: ColumnReader, { info, rows }: StoredBlock): Effect<Column | undefined> {
  const [stored] = yield* ask(() => columns.bodies([{ block: info.block, key: COLUMN.shape }]));
  const column = stored && undamaged(columns, () => decodeColumn(stored));
  return column?.kinds.length === rows ? column : undefined;
}

/** The cells of the rows of a block, as far as they were found before; `source` is what gives cells their codes. */
export function cellsOf(block: StoredBlock, kind: string, source: object): BlockCells {
  const known = cache.cells(nameOf(block, block.info.block, kind));
  return known?.source === source ? known : new BlockCells(block.rows, source);
}

export function keepCells(block: StoredBlock, kind: string, cells: BlockCells): void {
  cache.keepCells(nameOf(block, block.info.block, kind), cells);
}

function nameOf({ scope }: Pick<ColumnReader, 'scope'>, block: number, key: string): string {
  return `${scope} ${block} ${key}`;
}

/** What is damaged is not there; it will be made again. */
function undamaged<T>(columns: ColumnReader, decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof DamagedColumn)) throw error;
    columns.want('columns check');
    return undefined;
  }
}
