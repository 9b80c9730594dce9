import type { Column } from './batch.ts';
import type { Gaps } from './block-builder.ts';
import { COLUMN, isOfUser } from './column-key.ts';
import type { IndexPart } from './inverted-index.ts';
import type { KnownColumns, LoadedBlock } from './predicate.ts';
import { ALL_ABSENT, type Summary } from './summary.ts';

/** A block as the engine lists it: the rows between two positions, both included. */
export type BlockInfo = {
  /** Never given to another block: what was read of it stays right. */
  block: number;
  first: number;
  last: number;
  rows: number;
  gaps: Gaps;
};

const FEW = 1 / 16;

/** A block with what was read of it. */
export class StoredBlock implements LoadedBlock {
  readonly info: BlockInfo;
  /** Whose block it is. */
  readonly scope: string;
  readonly #asked: ReadonlySet<string>;
  readonly #summaries: ReadonlyMap<string, Summary>;
  readonly #columns = new Map<string, Column>();
  readonly #parts = new Map<string, IndexPart>();
  readonly #omitted: ReadonlySet<string>;

  /** `summaries` are those of all columns that are asked for and there. */
  constructor(
    scope: string,
    info: BlockInfo,
    asked: ReadonlySet<string>,
    summaries: ReadonlyMap<string, Summary>,
  ) {
    this.scope = scope;
    this.info = info;
    this.#asked = asked;
    this.#summaries = summaries;
    this.#omitted = new Set(info.gaps.omitted);
  }

  get rows(): number {
    return this.info.rows;
  }

  isDivided(key: string): boolean {
    return this.info.gaps.divided?.includes(key) ?? false;
  }

  isComplete({ newestBlock }: KnownColumns): boolean {
    const { block, gaps } = this.info;
    const { omitted, cut, isOpen } = gaps;
    const isMissing = (key: string) => isOfUser(key) && !this.isDivided(key);
    return block <= newestBlock && !isOpen && !omitted.some(isMissing) && !cut.some(isOfUser);
  }

  summary(key: string): Summary | undefined {
    if (!this.#asked.has(key)) throw new Error(`the summary of the column ${key} of a block was not read`);
    return this.#summaries.get(key) ?? (this.#mayHave(key) ? undefined : ALL_ABSENT);
  }

  hasColumn(key: string): boolean {
    return this.#summaries.has(key);
  }

  /** Whether a column, or a part of the index, was read. */
  isLoaded(key: string): boolean {
    return this.#columns.has(key) || this.#parts.has(key);
  }

  load(key: string, column: Column): void {
    this.#columns.set(key, column);
  }

  column(key: string): Column | undefined {
    const known = this.#columns.get(key);
    if (known) return known;
    // What was not asked for may be there: it must not be taken for absent.
    if (this.#summaries.has(key) || !this.#asked.has(key))
      throw new Error(`the column ${key} of a block was not read`);
    return this.#mayHave(key) ? undefined : absentColumn(this.rows);
  }

  loadPart(key: string, part: IndexPart): void {
    this.#parts.set(key, part);
  }

  indexPart(key: string): IndexPart {
    const part = this.#parts.get(key);
    if (!part) throw new Error(`the part ${key} of the index of a block was not read`);
    return part;
  }

  get positions(): Float64Array {
    return this.column(COLUMN.position)!.numbers;
  }

  /** The positions of some rows; where these are few, those of the others are not made. */
  positionsOf(rows: Uint32Array): Float64Array {
    const positions = new Float64Array(rows.length);
    if (rows.length === 0) return positions;
    const column = this.column(COLUMN.position)!;
    const numbers = column.numberAt && rows.length < FEW * this.rows ? undefined : column.numbers;
    for (let i = 0; i < rows.length; i++)
      positions[i] = numbers ? numbers[rows[i]!]! : column.numberAt!(rows[i]!);
    return positions;
  }

  /** Whether rows may have something where there is no column. */
  #mayHave(key: string): boolean {
    const { cut, isOpen } = this.info.gaps;
    return isOpen || this.#omitted.has(key) || cut.some((path) => key.startsWith(`${path.slice(0, -1)},`));
  }
}

function absentColumn(rows: number): Column {
  return {
    kinds: new Uint8Array(rows),
    numbers: new Float64Array(0),
    codes: new Uint32Array(0),
    dictionary: [],
  };
}
