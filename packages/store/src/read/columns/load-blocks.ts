import type { Column } from '../../columns/batch.ts';
import { COLUMN } from '../../columns/column-key.ts';
import { decodeColumn } from '../../columns/decode-column.ts';
import { IndexPart, isPartKey } from '../../columns/inverted-index.ts';
import { DamagedColumn } from '../../columns/packing.ts';
import { evaluated, openColumns, type Predicate } from '../../columns/predicate.ts';
import { type BlockInfo, StoredBlock } from '../../columns/stored-block.ts';
import { cellsKey, StoredCells } from '../../columns/stored-cells.ts';
import { decodeSummary, type Summary } from '../../columns/summary.ts';
import { ask, type Effect } from '../effect.ts';
import { BlockCells } from './block-cells.ts';
import { ColumnCache } from './column-cache.ts';
import type { BodyKey, ColumnReader } from './column-reader.ts';

/** One for each thread that reads. */
const cache = new ColumnCache();

/** Lets this thread remember so much of columns. */
export function boundColumnCache(bytes: number): void {
  cache.bound(bytes);
}

/** What is needed of blocks: the columns that a predicate looks at, and others. */
export type Needs = { predicate: Predicate; others: readonly string[] };

/** Blocks with their summaries; undefined instead of one that is damaged or gone. */
export function* summarised(
  columns: ColumnReader,
  infos: readonly BlockInfo[],
  keys: readonly string[],
): Effect<(StoredBlock | undefined)[]> {
  const known: (Summary | 'damaged' | undefined)[] = [];
  const missing: BodyKey[] = [];
  const places: number[] = [];
  for (const { block } of infos)
    for (const key of keys) {
      const summary = cache.summary(nameOf(columns, block, key));
      if (!summary) {
        missing.push({ block, key });
        places.push(known.length);
      }
      known.push(summary);
    }
  const found = missing.length > 0 ? yield* ask(() => columns.summaries(missing)) : [];
  for (const [i, stored] of found.entries()) {
    const summary = stored && undamaged(columns, () => decodeSummary(stored));
    const { block, key } = missing[i]!;
    if (summary) cache.keepSummary(nameOf(columns, block, key), summary);
    if (stored) known[places[i]!] = summary ?? 'damaged';
  }
  const asked = new Set(keys);
  return infos.map((info, nth) => {
    const summaries = new Map<string, Summary>();
    for (const [i, key] of keys.entries()) {
      const summary = known[nth * keys.length + i];
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
      if (!block.hasColumn(key) || block.isLoaded(key)) continue;
      if (!isRemembered(block, key)) missing.push({ block, key });
    }
  }
  const asked = missing.map(({ block, key }) => ({ block: block.info.block, key }));
  const found = asked.length > 0 ? yield* ask(() => columns.bodies(asked)) : [];
  const failed = new Set<StoredBlock>();
  for (const [i, { block, key }] of missing.entries()) {
    const stored = found[i];
    if (!(stored && undamaged(columns, () => load(block, key, stored)))) failed.add(block);
  }
  return blocks.map((block) => !failed.has(block));
}

/** Takes a column, or a part of an index, that was read before; tells whether there is one. */
function isRemembered(block: StoredBlock, key: string): boolean {
  const name = nameOf(block, block.info.block, key);
  const part = isPartKey(key) ? cache.part(name) : undefined;
  if (part) block.loadPart(key, part);
  const column = isPartKey(key) ? undefined : cache.column(name);
  if (column) block.load(key, column);
  return part !== undefined || column !== undefined;
}

/** Takes what was read; tells whether it is of that block. */
function load(block: StoredBlock, key: string, stored: Uint8Array): boolean {
  const name = nameOf(block, block.info.block, key);
  if (isPartKey(key)) {
    const part = new IndexPart(stored);
    cache.keepPart(name, part);
    block.loadPart(key, part);
    return true;
  }
  const column = decodeColumn(stored);
  if (column.kinds.length !== block.rows) return false;
  cache.keepColumn(name, column);
  block.load(key, column);
  return true;
}

/** The geometries of a block as columns have them. Not remembered: what is found by them is. */
export function* shapesOf(columns: ColumnReader, { info, rows }: StoredBlock): Effect<Column | undefined> {
  const [stored] = yield* ask(() => columns.bodies([{ block: info.block, key: COLUMN.shape }]));
  const column = stored && undamaged(columns, () => decodeColumn(stored));
  return column?.kinds.length === rows ? column : undefined;
}

/** What is stored of the cells of a block; undefined where nothing is. Remembered with what is found by it. */
export function* storedCellsOf(
  columns: ColumnReader,
  { info, rows }: StoredBlock,
  kind: string,
): Effect<StoredCells | undefined> {
  const [stored] = yield* ask(() => columns.bodies([{ block: info.block, key: cellsKey(kind) }]));
  const cells = stored && undamaged(columns, () => new StoredCells(stored));
  return cells && (cells.rows === rows || cells.rows === 0) ? cells : undefined;
}

/** The cells of the rows of a block, as far as they were found before; `source` is what gives cells their codes. */
export function cellsOf(block: StoredBlock, kind: string, source: BlockCells['source']): BlockCells {
  const known = cache.cells(nameOf(block, block.info.block, kind));
  return known?.source === source ? known : new BlockCells(block.rows, source);
}

export function keepCells(block: StoredBlock, kind: string, cells: BlockCells): void {
  cache.keepCells(nameOf(block, block.info.block, kind), cells);
}

/** What a predicate comes to for each row of a block, by a name that no other predicate has. */
export function rememberedOutcomes(block: StoredBlock, predicate: Predicate, name: string): Uint8Array {
  const key = nameOf(block, block.info.block, name);
  const known = cache.outcomes(key);
  if (known) return known;
  const outcomes = evaluated(predicate, block);
  cache.keepOutcomes(key, outcomes);
  return outcomes;
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
