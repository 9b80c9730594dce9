import {
  BinError,
  type BinnedCells,
  type CellCodes,
  HEXBIN_SAMPLING,
  Hexbin,
  type HexbinFeature,
  type HexCells,
  Quadbin,
  type QuadbinFeature,
} from '@meridian/geo';
import { invalid } from '../model/fault.ts';
import type { ReadRow } from '../model/feature/row.ts';
import { plainValue } from '../model/json/exact-json.ts';
import { valueAt } from '../model/json/own.ts';
import type { StoredFeature } from '../model/query/match.ts';
import type { Clustering, FeaturePath } from '../model/query/query.ts';
import type { StreamEnd } from '../model/results.ts';
import type { Chunk } from './chunk.ts';
import { encode } from './feature-sink.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';
import type { RowSink } from './row-sink.ts';
import { sharedHexCells, sharedQuadCodes } from './shared-cells.ts';

export type ClusterSinkQuery = { clustering: Clustering; limit: number };

const CELLS_PER_CHUNK = 500;

/** Counts features in cells: of what reaches out of the area, only what lies within. */
export class ClusterSink implements RowSink {
  readonly isFull = false;
  readonly #query: ClusterSinkQuery;
  readonly #filter: RowFilter;
  readonly #bins: Quadbin | Hexbin;
  /** What cells have their codes from: the same for other reads of the same kind and resolution. */
  readonly cellSource: HexCells | CellCodes;
  #cells: BinnedCells<HexbinFeature | QuadbinFeature> | undefined;
  #sent = 0;

  constructor(query: ClusterSinkQuery, conditions: RowConditions) {
    const { clustering } = query;
    this.#query = query;
    this.#filter = new RowFilter({ ...conditions, part: clusteredPart(clustering) });
    if (clustering.kind === 'quadbin') {
      const codes = sharedQuadCodes(clustering.zoom);
      this.cellSource = codes;
      this.#bins = new Quadbin(clustering.zoom, conditions.area?.boxes, codes);
    } else {
      const cells = sharedHexCells(clustering.resolution);
      this.cellSource = cells;
      this.#bins = new Hexbin(toHexbinSettings(clustering), cells);
    }
  }

  /** For hexbins, in place of rows that an engine has counted already. */
  addCounted(cell: string, qty: number): void {
    if (this.#bins instanceof Hexbin) this.#bins.addCounted(cell, qty);
  }

  push(row: ReadRow): void {
    this.counted(row);
  }

  /** The same; gives the cells that a row was counted in. */
  counted(row: ReadRow): readonly number[] {
    const { clustering } = this.#query;
    const feature = this.#filter.feature(row);
    if (!feature) return [];
    const isWhole = clustering.kind === 'hexbin' && clustering.singlecoord;
    const geometry = this.#filter.geometry(row, !isWhole);
    if (geometry === null) return [];
    const value = countedValue(feature, clustering);
    return refusing(() => this.#bins.add(geometry, value));
  }

  /** Where features are counted of which no more than the boxes are known; `push` is for the others. */
  get bins(): Quadbin | Hexbin {
    return this.#bins;
  }

  /** Of which property statistics are made. */
  get property(): FeaturePath | undefined {
    const { clustering } = this.#query;
    const path = clustering.kind === 'hexbin' ? clustering.property : undefined;
    return path && { root: 'properties', path };
  }

  flush(): Chunk | undefined {
    const cells = this.#cells;
    if (!cells || this.#sent >= cells.size) return undefined;
    const end = Math.min(cells.size, this.#sent + CELLS_PER_CHUNK);
    const texts: string[] = [];
    for (; this.#sent < end; this.#sent++) texts.push(cells.text(this.#sent));
    return encode(texts);
  }

  finish(): StreamEnd {
    this.#cells = this.#bins.cells(this.#query.limit);
    return { more: this.#cells.partial, last: 0 };
  }

  /** After `finish`, for those who draw them. */
  *cells(): Generator<HexbinFeature | QuadbinFeature> {
    const { size, feature } = this.#cells!;
    for (let nth = 0; nth < size; nth++) yield feature(nth);
  }

  /** What the cells of features depend on beside their geometries. */
  get cellKind(): string {
    const { clustering } = this.#query;
    if (clustering.kind === 'quadbin') return `quad ${clustering.zoom}`;
    return `hex ${clustering.resolution}${clustering.singlecoord ? ' first' : ''}`;
  }
}

/** Counts, and says of what parameter it is if that gives too many cells. */
export function refusing<T>(count: () => T): T {
  try {
    return count();
  } catch (error) {
    if (error instanceof BinError) throw invalid(`clustering: ${error.message}`);
    throw error;
  }
}

/** The part of all features that is counted. */
export function clusteredPart(clustering: Clustering): number {
  return clustering.kind === 'hexbin' ? HEXBIN_SAMPLING[clustering.sampling] : 1;
}

function toHexbinSettings({ property, ...settings }: Extract<Clustering, { kind: 'hexbin' }>) {
  return property ? { ...settings, property: property.join('.') } : settings;
}

/** The number whose statistics are asked for; a feature may lack it. */
function countedValue(feature: StoredFeature, clustering: Clustering): number | undefined {
  if (clustering.kind !== 'hexbin' || !clustering.property) return undefined;
  const value = plainValue(valueAt(feature.properties, clustering.property));
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const name = clustering.property.join('.');
  throw invalid(
    `clustering.property: ${JSON.stringify(name)} of feature ${JSON.stringify(feature.id)} is not a number`,
  );
}
