import { cellToLatLng, isPentagon } from 'h3-js';
import type { Geometry } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { refuseCells } from './bin-error.ts';
import { NEEDS_GEOMETRY } from './box-bin.ts';
import { outlineOf } from './cell-outline.ts';
import { HexCells } from './hex-cells.ts';
import { type Statistics, statisticsOf } from './statistics.ts';

export type HexbinSettings = {
  /** H3 resolution, 0 to 15. */
  resolution: number;
  /** The zoom that was asked for. */
  level: number;
  /** The name under which the statistics of the values are given. */
  property?: string;
  /** The cell's centre as geometry, its outline as property `hexagon`. */
  pointmode?: boolean;
  /** Count only the cell of each geometry's first coordinate. */
  singlecoord?: boolean;
};

export type HexbinFeature = {
  type: 'Feature';
  id: string;
  geometry: Geometry;
  properties: {
    kind: 'H3';
    kind_detail: string;
    resolution: number;
    level: number;
    aggregation: { qty: number } & { [property: string]: number | Statistics };
    pentagon: boolean;
    centroid: [number, number];
    hexagon?: Geometry;
  };
};

/** Counts features in the H3 cells they touch, each feature once in a cell. */
export class Hexbin {
  readonly #settings: HexbinSettings;
  readonly #cells: HexCells;
  /** The numbers of cells, in the order in which they were met. */
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #values: (number[] | undefined)[] = [];
  /** How many cells have something in them. */
  #filled = 0;

  constructor(settings: HexbinSettings) {
    this.#settings = settings;
    this.#cells = new HexCells(settings.resolution);
  }

  /** `value` is what the feature has in the property; without one it counts in `qty` only. */
  add(geometry: Geometry, value?: number): void {
    if (geometry.type === 'Point') return this.#count(this.#cells.at(geometry.coordinates), value);
    if (!this.#settings.singlecoord) {
      for (const cell of this.#cells.touchedBy(geometry)) this.#count(cell, value);
      return refuseCells(this.#filled);
    }
    const first = partsOf(geometry)[0]?.chains[0]?.[0];
    if (first) this.#count(this.#cells.at(first), value);
  }

  /** The number of the one cell that a geometry with this box is in, or that it takes the geometry to know. */
  cellOfBox(west: number, south: number, east: number, north: number, isPoint: boolean): number {
    const cell = isPoint ? this.#cells.atPoint(west, south) : this.#cells.around(west, south, east, north);
    return cell === undefined ? NEEDS_GEOMETRY : this.#numberOf(cell);
  }

  /** Counts a feature in the cell of its box. */
  addInCell(number: number, isPoint: boolean, value?: number): void {
    this.#countAt(number, 1, value);
    if (!isPoint && !this.#settings.singlecoord) refuseCells(this.#filled);
  }

  /** Counts features of which it is known already that they touch a cell. */
  addCounted(cell: string, qty: number): void {
    this.#countAt(this.#numberOf(cell), qty, undefined);
  }

  /** The cells as features, in the order of their indexes, at most `limit` of them; `partial` is set if there are more. */
  finish(limit: number): { features: HexbinFeature[]; partial: boolean } {
    const cells = [...this.#numbers].filter(([, number]) => this.#counts[number]! > 0).sort(byName);
    const features = cells.slice(0, limit).map(([cell, number]) => this.#feature(cell, number));
    return { features, partial: features.length < cells.length };
  }

  #count(cell: string, value: number | undefined): void {
    this.#countAt(this.#numberOf(cell), 1, value);
  }

  #countAt(number: number, qty: number, value: number | undefined): void {
    if (this.#counts[number] === 0) this.#filled++;
    this.#counts[number]! += qty;
    if (value === undefined) return;
    const values = this.#values[number];
    if (values) values.push(value);
    else this.#values[number] = [value];
  }

  #numberOf(cell: string): number {
    let number = this.#numbers.get(cell);
    if (number === undefined) {
      number = this.#counts.push(0) - 1;
      this.#values.push(undefined);
      this.#numbers.set(cell, number);
    }
    return number;
  }

  #feature(cell: string, number: number): HexbinFeature {
    const qty = this.#counts[number]!;
    const values = this.#values[number] ?? [];
    const { resolution, level, property, pointmode } = this.#settings;
    const [lat, lon] = cellToLatLng(cell);
    const hexagon = outlineOf(cell);
    return {
      type: 'Feature',
      id: cell,
      geometry: pointmode ? { type: 'Point', coordinates: [lon, lat] } : hexagon,
      properties: {
        kind: 'H3',
        kind_detail: cell,
        resolution,
        level,
        aggregation: property === undefined ? { qty } : { qty, [property]: statisticsOf(values) },
        pentagon: isPentagon(cell),
        centroid: [lon, lat],
        ...(pointmode && { hexagon }),
      },
    };
  }
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}
