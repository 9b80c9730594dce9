import { cellToLatLng, getPentagons } from 'h3-js';
import type { Geometry } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { refuseCells } from './bin-error.ts';
import type { BinnedCells } from './binned-cells.ts';
import { NEEDS_GEOMETRY } from './box-bin.ts';
import { cellName, cellNumber } from './cell-number.ts';
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

/** Counts features in the H3 cells they touch, each feature once in a cell. Cells are numbered as `cellNumber` does. */
export class Hexbin {
  readonly #settings: HexbinSettings;
  readonly #cells: HexCells;
  readonly #counts = new Map<number, number>();
  readonly #values = new Map<number, number[]>();

  constructor(settings: HexbinSettings) {
    this.#settings = settings;
    this.#cells = new HexCells(settings.resolution);
  }

  /** `value` is what the feature has in the property; without one it counts in `qty` only. Gives the cells it counts in. */
  add(geometry: Geometry, value?: number): readonly number[] {
    const cells = this.#cellsOf(geometry);
    for (const cell of cells) this.#count(cell, 1, value);
    if (geometry.type !== 'Point' && !this.#settings.singlecoord) refuseCells(this.#counts.size);
    return cells;
  }

  #cellsOf(geometry: Geometry): number[] {
    if (geometry.type === 'Point') return [this.#numberOf(this.#cells.at(geometry.coordinates))];
    if (!this.#settings.singlecoord)
      return [...this.#cells.touchedBy(geometry)].map((cell) => this.#numberOf(cell));
    const first = partsOf(geometry)[0]?.chains[0]?.[0];
    return first ? [this.#numberOf(this.#cells.at(first))] : [];
  }

  /** The one cell that a geometry with this box is in, or that it takes the geometry to know. */
  cellOfBox(west: number, south: number, east: number, north: number, isPoint: boolean): number {
    const cell = isPoint ? this.#cells.atPoint(west, south) : this.#cells.around(west, south, east, north);
    return cell === undefined ? NEEDS_GEOMETRY : this.#numberOf(cell);
  }

  /** Counts a feature in a cell. */
  addInCell(cell: number, isPoint: boolean, value?: number): void {
    this.#count(cell, 1, value);
    if (!isPoint && !this.#settings.singlecoord) refuseCells(this.#counts.size);
  }

  /** Counts features of which it is known already that they touch a cell, without their values. */
  addQty(cell: number, qty: number): void {
    this.#count(cell, qty, undefined);
  }

  addCounted(cell: string, qty: number): void {
    this.addQty(this.#numberOf(cell), qty);
  }

  /** Throws where there are too many cells for features that are more than points. */
  check(): void {
    if (!this.#settings.singlecoord) refuseCells(this.#counts.size);
  }

  /** The cells as features, in the order of their indexes, at most `limit` of them; each is made when it is asked for. */
  cells(limit: number): BinnedCells<HexbinFeature> {
    const cells = Float64Array.from(this.#counts.keys()).sort().subarray(0, limit);
    const pentagons = new Set(getPentagons(this.#settings.resolution));
    return {
      size: cells.length,
      partial: cells.length < this.#counts.size,
      feature: (nth) => this.#feature(cells[nth]!, pentagons),
    };
  }

  finish(limit: number): { features: HexbinFeature[]; partial: boolean } {
    const { size, partial, feature } = this.cells(limit);
    return { features: Array.from({ length: size }, (_, nth) => feature(nth)), partial };
  }

  #count(cell: number, qty: number, value: number | undefined): void {
    this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + qty);
    if (value === undefined) return;
    const values = this.#values.get(cell);
    if (values) values.push(value);
    else this.#values.set(cell, [value]);
  }

  #numberOf(cell: string): number {
    return cellNumber(cell, this.#settings.resolution);
  }

  #feature(number: number, pentagons: ReadonlySet<string>): HexbinFeature {
    const qty = this.#counts.get(number)!;
    const { resolution, level, property, pointmode } = this.#settings;
    const cell = cellName(number, resolution);
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
        aggregation:
          property === undefined
            ? { qty }
            : { qty, [property]: statisticsOf(this.#values.get(number) ?? []) },
        pentagon: pentagons.has(cell),
        centroid: [lon, lat],
        ...(pointmode && { hexagon }),
      },
    };
  }
}
