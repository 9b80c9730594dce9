import type { BBox } from '@meridian/geo';
import { NAMESPACE } from '../model/feature/feature.ts';
import type { ReadRow } from '../model/feature/row.ts';
import { type BuiltColumn, ColumnBuilder } from './column-builder.ts';
import { BOX_COLUMNS, COLUMN, isOfUser, propertyKey } from './column-key.ts';
import { encodeColumn } from './encode-column.ts';
import { indexWords } from './index-words.ts';
import { MAX_INDEXED_ROWS, partKey } from './inverted-index.ts';
import { MAX_OBJECT_UNITS, type PathNode, PathTree } from './path-tree.ts';
import { isShaped } from './shape.ts';
import { storedShape } from './stored-shape.ts';
import { ALL_ABSENT, encodeSummary, summaryOf, withoutMembers } from './summary.ts';

export const BLOCK_ROWS = 16_384;
/** Of texts: what is parsed of a block is in memory at once. */
export const BLOCK_BYTES = 16 * 1024 * 1024;
/** Columns of properties that a space has at most. */
export const MAX_PATHS = 200;
/** Columns take no more than this part of the texts they are made from. */
const MAX_SHARE = 1 / 3;

/** A row as columns are made from it; without a box it has no geometry, or an empty one. */
export type BuildRow = ReadRow & { box: BBox | undefined; geometryType: string | undefined };

/** A column as it is stored. */
export type EncodedColumn = { key: string; summary: Uint8Array; bytes: Uint8Array };

/** What a block has no column of, although it may occur in it. */
export type Gaps = {
  /** Columns that are not there. */
  omitted: readonly string[];
  /** Paths of objects that were not looked into. */
  cut: readonly string[];
  /** Whether it may be anything. */
  isOpen: boolean;
  /** Of the omitted columns, those of paths that have nothing but objects: all that is there is in their members. */
  divided?: readonly string[];
  /** Whether it has an inverted index; undefined where it was built before there were any. */
  isIndexed?: boolean;
  /** How many bytes may be stored beside its columns; undefined where it was built before anything was. */
  room?: number;
};

export type EncodedBlock = {
  first: number;
  last: number;
  rows: number;
  columns: readonly EncodedColumn[];
  gaps: Gaps;
};

/** Makes a block of columns from rows that follow each other. */
export class BlockBuilder {
  readonly #seqs: number[] = [];
  readonly #ids: string[] = [];
  readonly #types: (string | undefined)[] = [];
  readonly #boxes: (BBox | undefined)[] = [];
  readonly #shapes: (string | undefined)[] = [];
  readonly #tree = new PathTree();
  readonly #maxRows: number;
  #units = 0;

  constructor(maxRows = BLOCK_ROWS) {
    this.#maxRows = maxRows;
  }

  get rows(): number {
    return this.#seqs.length;
  }

  get isFull(): boolean {
    return this.rows >= this.#maxRows || this.#units >= BLOCK_BYTES;
  }

  get lastSeq(): number | undefined {
    return this.#seqs.at(-1);
  }

  add(row: BuildRow): void {
    const at = this.#seqs.push(row.seq) - 1;
    this.#ids.push(row.id);
    this.#types.push(row.geometryType);
    this.#boxes.push(row.box);
    this.#shapes.push(shapeOf(row));
    this.#units += row.text.length;
    this.#tree.add(row.text, row.propertiesStart, at);
  }

  /** Encodes the block; `isNamed` are the paths that have columns already. */
  finish(isNamed: (key: string) => boolean, named: number): EncodedBlock {
    const budget = this.#units * MAX_SHARE;
    const omitted: string[] = [];
    const candidates: EncodedColumn[] = this.#ownColumns();
    for (const node of this.#chosen(isNamed, named, omitted)) {
      const column = this.#encode(node, budget);
      if (column) candidates.push(column);
      else omitted.push(node.key);
    }
    const columns: EncodedColumn[] = [];
    let bytes = 0;
    for (const column of candidates.sort((a, b) => sizeOf(a) - sizeOf(b))) {
      bytes += sizeOf(column);
      if (bytes <= budget || column.key === COLUMN.position) columns.push(column);
      else omitted.push(column.key);
    }
    const index = this.#index(budget - bytes);
    for (const part of index) bytes += sizeOf(part);
    const { nodes, isOpen } = this.#tree;
    const cut = nodes.filter(({ isCut }) => isCut).map(({ key }) => key);
    const isOmitted = new Set(omitted);
    const divided = nodes.filter((node) => isOmitted.has(node.key) && !node.hasOthers && !node.isCut);
    return {
      first: this.#seqs[0]!,
      last: this.#seqs.at(-1)!,
      rows: this.rows,
      columns: [...columns, ...index],
      gaps: {
        ...{ omitted, cut, isOpen, divided: divided.map(({ key }) => key) },
        isIndexed: index.length > 0,
        room: Math.max(0, Math.floor(budget - bytes)),
      },
    };
  }

  /** The most frequent paths, as many as there is room for beside those that have columns. */
  #chosen(isNamed: (key: string) => boolean, named: number, omitted: string[]): PathNode[] {
    let room = MAX_PATHS - named;
    const byCount = this.#tree.nodes.toSorted((a, b) => b.rows.length - a.rows.length);
    return byCount.filter((node) => {
      const isWanted = !isLeftOut(node) && (isNamed(node.key) || room-- > 0);
      if (!isWanted) omitted.push(node.key);
      return isWanted;
    });
  }

  #encode({ key, rows, values, hasObjects }: PathNode, budget: number): EncodedColumn | undefined {
    const max = hasObjects ? Math.min(budget, MAX_OBJECT_UNITS) : budget;
    if (!values || values.dictionaryLength > max) return undefined;
    return encoded(key, spread(values.column(rows.length), rows, this.rows));
  }

  /** The inverted index of all that users have written, unless it takes more than there is room for. */
  #index(room: number): EncodedColumn[] {
    const { nodes, isOpen } = this.#tree;
    const own = nodes.filter(({ key }) => isOfUser(key));
    const isWhole = !isOpen && own.every(({ isCut, hasOthers, values }) => !isCut && (values || !hasOthers));
    if (!isWhole || this.rows > MAX_INDEXED_ROWS) return [];
    const listed = own.filter(({ values }) => values !== undefined);
    // A posting takes two bytes, and seldom much less where it is compressed.
    const parts = indexWords(
      listed.map(({ rows, values }) => ({ rows, column: values!.column(rows.length) })),
      room,
    );
    const encoded = parts?.map((bytes, part) => ({ key: partKey(part), summary: NOTHING, bytes })) ?? [];
    const size = encoded.reduce((sum, part) => sum + sizeOf(part), 0);
    return size <= room ? encoded : [];
  }

  #ownColumns(): EncodedColumn[] {
    const columns = [
      this.#made(COLUMN.position, this.#seqs),
      this.#made(COLUMN.id, this.#ids),
      this.#made(COLUMN.geometryType, this.#types),
    ];
    const beyond = (far: number | undefined, near: number | undefined) => (far === near ? undefined : far);
    const sides: ((box: BBox | undefined) => number | undefined)[] = [
      (box) => box?.west,
      (box) => box?.south,
      (box) => beyond(box?.east, box?.west),
      (box) => beyond(box?.north, box?.south),
    ];
    for (const [i, key] of BOX_COLUMNS.entries()) columns.push(this.#made(key, this.#boxes.map(sides[i]!)));
    if (this.#shapes.some((shape) => shape !== undefined)) columns.push(this.#shapeColumn());
    return columns;
  }

  /** Nobody looks for a shape, so that nothing needs to be known of them. */
  #shapeColumn(): EncodedColumn {
    const column = this.#columnOf(this.#shapes);
    return { key: COLUMN.shape, summary: encodeSummary(withoutMembers(column)), bytes: encodeColumn(column) };
  }

  #made(key: string, values: readonly unknown[]): EncodedColumn {
    return encoded(key, this.#columnOf(values));
  }

  #columnOf(values: readonly unknown[]): BuiltColumn {
    const builder = new ColumnBuilder(this.rows);
    for (let row = 0; row < values.length; row++) builder.set(row, values[row]);
    return builder.column();
  }
}

/** Nobody asks a part of an index, or cells, what they have. */
export const NOTHING = encodeSummary(ALL_ABSENT);

function shapeOf(row: BuildRow): string | undefined {
  const { box, geometryType } = row;
  return box && geometryType && isShaped(geometryType) ? storedShape(row, geometryType) : undefined;
}

/** Of what the hub says of a feature, the names of its states are as good as random. */
const LEFT_OUT = new Set(
  [[NAMESPACE], ...['uuid', 'puuid', 'muuid'].map((name) => [NAMESPACE, name])].map(propertyKey),
);

function isLeftOut({ key }: PathNode): boolean {
  return LEFT_OUT.has(key);
}

/** A column of all rows from one of those that have a value. */
function spread(built: BuiltColumn, rows: readonly number[], count: number): BuiltColumn {
  if (rows.length === count) return built;
  const { kinds, numbers, codes } = built;
  const column = {
    ...built,
    kinds: new Uint8Array(count),
    numbers: new Float64Array(numbers.length > 0 ? count : 0),
    codes: new Uint32Array(codes.length > 0 ? count : 0),
  };
  for (let i = 0; i < rows.length; i++) column.kinds[rows[i]!] = kinds[i]!;
  for (let i = 0; i < numbers.length; i++) column.numbers[rows[i]!] = numbers[i]!;
  for (let i = 0; i < codes.length; i++) column.codes[rows[i]!] = codes[i]!;
  return column;
}

function encoded(key: string, column: BuiltColumn): EncodedColumn {
  return { key, summary: encodeSummary(summaryOf(column)), bytes: encodeColumn(column) };
}

function sizeOf({ summary, bytes }: EncodedColumn): number {
  return summary.length + bytes.length;
}
