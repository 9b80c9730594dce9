import type { BBox } from '@meridian/geo';
import { NAMESPACE } from '../model/feature/feature.ts';
import { parseGeometry, parseProperties } from '../model/feature/feature-text.ts';
import type { ReadRow } from '../model/feature/row.ts';
import { isObject, type JsonObject } from '../model/json/own.ts';
import { type Column, ColumnBuilder } from './batch.ts';
import { BOX_COLUMNS, COLUMN, propertyKey } from './column-key.ts';
import { encodeColumn } from './encode-column.ts';
import { encodeShape } from './shape.ts';
import { encodeSummary, summaryOf, withoutMembers } from './summary.ts';

export const BLOCK_ROWS = 16_384;
/** Of texts: what is parsed of a block is in memory at once. */
export const BLOCK_BYTES = 16 * 1024 * 1024;
/** Columns of properties that a space has at most. */
export const MAX_PATHS = 200;
/** Columns take no more than this part of the texts they are made from. */
const MAX_SHARE = 1 / 3;
/** So many paths have columns of their own in a block; objects are looked into so deep. */
const MAX_NODES = 4096;
const MAX_DEPTH = 8;
/** Objects have columns of their members; the whole texts are stored beside only where they are few. */
const MAX_OBJECT_UNITS = 64 * 1024;

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
};

export type EncodedBlock = {
  first: number;
  last: number;
  rows: number;
  columns: readonly EncodedColumn[];
  gaps: Gaps;
};

/** The values at a path, in the order of rows. */
class PathNode {
  readonly key: string;
  readonly path: readonly string[];
  /** The rows that have one. */
  readonly rows: number[] = [];
  /** Of these rows; undefined where they take too much. */
  values: ColumnBuilder | undefined = new ColumnBuilder(1);
  readonly children = new Map<string, PathNode>();
  isCut = false;
  hasObjects = false;
  /** Whether there is anything but objects. */
  hasOthers = false;

  constructor(path: readonly string[]) {
    this.path = path;
    this.key = propertyKey(path);
  }
}

/** Makes a block of columns from rows that follow each other. */
export class BlockBuilder {
  readonly #seqs: number[] = [];
  readonly #ids: string[] = [];
  readonly #types: (string | undefined)[] = [];
  readonly #boxes: (BBox | undefined)[] = [];
  readonly #shapes: (string | undefined)[] = [];
  readonly #root = new PathNode([]);
  readonly #nodes: PathNode[] = [];
  readonly #maxRows: number;
  #isOpen = false;
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
    this.#descend(this.#root, parseProperties(row), at);
  }

  #descend(node: PathNode, object: JsonObject, row: number): void {
    if (node.path.length >= MAX_DEPTH) {
      node.isCut = true;
      return;
    }
    for (const name of Object.keys(object)) {
      const child = this.#child(node, name);
      if (!child) continue;
      const value = object[name];
      child.values?.set(child.rows.push(row) - 1, value);
      if (isObject(value)) {
        child.hasObjects = true;
        if (child.values && child.values.dictionaryLength > MAX_OBJECT_UNITS) child.values = undefined;
        this.#descend(child, value, row);
      } else child.hasOthers = true;
    }
  }

  #child(node: PathNode, name: string): PathNode | undefined {
    const known = node.children.get(name);
    if (known) return known;
    if (this.#nodes.length === MAX_NODES) {
      this.#isOpen = true;
      return undefined;
    }
    const child = new PathNode([...node.path, name]);
    node.children.set(name, child);
    this.#nodes.push(child);
    return child;
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
    const cut = this.#nodes.filter(({ isCut }) => isCut).map(({ key }) => key);
    const isOmitted = new Set(omitted);
    const divided = this.#nodes.filter((node) => isOmitted.has(node.key) && !node.hasOthers && !node.isCut);
    return {
      first: this.#seqs[0]!,
      last: this.#seqs.at(-1)!,
      rows: this.rows,
      columns,
      gaps: { omitted, cut, isOpen: this.#isOpen, divided: divided.map(({ key }) => key) },
    };
  }

  /** The most frequent paths, as many as there is room for beside those that have columns. */
  #chosen(isNamed: (key: string) => boolean, named: number, omitted: string[]): PathNode[] {
    let room = MAX_PATHS - named;
    const byCount = this.#nodes.toSorted((a, b) => b.rows.length - a.rows.length);
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

  #columnOf(values: readonly unknown[]): Column {
    const builder = new ColumnBuilder(this.rows);
    for (let row = 0; row < values.length; row++) builder.set(row, values[row]);
    return builder.column();
  }
}

function shapeOf(row: BuildRow): string | undefined {
  const geometry = row.box && row.geometryType !== 'Point' ? parseGeometry(row) : undefined;
  return geometry ? encodeShape(geometry) : undefined;
}

/** Of what the hub says of a feature, the names of its states are as good as random. */
const LEFT_OUT = new Set(
  [[NAMESPACE], ...['uuid', 'puuid', 'muuid'].map((name) => [NAMESPACE, name])].map(propertyKey),
);

function isLeftOut({ key }: PathNode): boolean {
  return LEFT_OUT.has(key);
}

/** A column of all rows from one of those that have a value. */
function spread(
  { kinds, numbers, codes, dictionary }: Column,
  rows: readonly number[],
  count: number,
): Column {
  if (rows.length === count) return { kinds, numbers, codes, dictionary };
  const column = {
    kinds: new Uint8Array(count),
    numbers: new Float64Array(numbers.length > 0 ? count : 0),
    codes: new Uint32Array(codes.length > 0 ? count : 0),
    dictionary,
  };
  for (let i = 0; i < rows.length; i++) column.kinds[rows[i]!] = kinds[i]!;
  for (let i = 0; i < numbers.length; i++) column.numbers[rows[i]!] = numbers[i]!;
  for (let i = 0; i < codes.length; i++) column.codes[rows[i]!] = codes[i]!;
  return column;
}

function encoded(key: string, column: Column): EncodedColumn {
  return { key, summary: encodeSummary(summaryOf(column)), bytes: encodeColumn(column) };
}

function sizeOf({ summary, bytes }: EncodedColumn): number {
  return summary.length + bytes.length;
}
