import { cellToLatLng, isPentagon } from 'h3-js';
import type { Geometry } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { refuseCells } from './bin-error.ts';
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

type Bin = { qty: number; values: number[] };

/** Counts features in the H3 cells they touch, each feature once in a cell. */
export class Hexbin {
  readonly #settings: HexbinSettings;
  readonly #cells: HexCells;
  readonly #bins = new Map<string, Bin>();

  constructor(settings: HexbinSettings) {
    this.#settings = settings;
    this.#cells = new HexCells(settings.resolution);
  }

  /** `value` is what the feature has in the property; without one it counts in `qty` only. */
  add(geometry: Geometry, value?: number): void {
    if (geometry.type === 'Point') return this.#count(this.#cells.at(geometry.coordinates), value);
    if (!this.#settings.singlecoord) {
      for (const cell of this.#cells.touchedBy(geometry)) this.#count(cell, value);
      return refuseCells(this.#bins.size);
    }
    const first = partsOf(geometry)[0]?.chains[0]?.[0];
    if (first) this.#count(this.#cells.at(first), value);
  }

  /** Counts features of which it is known already that they touch a cell. */
  addCounted(cell: string, qty: number): void {
    this.#binOf(cell).qty += qty;
  }

  /** The cells as features, in the order of their indexes, at most `limit` of them; `partial` is set if there are more. */
  finish(limit: number): { features: HexbinFeature[]; partial: boolean } {
    const cells = [...this.#bins.keys()].sort();
    const features = cells.slice(0, limit).map((cell) => this.#feature(cell, this.#bins.get(cell)!));
    return { features, partial: features.length < cells.length };
  }

  #count(cell: string, value: number | undefined): void {
    const bin = this.#binOf(cell);
    bin.qty++;
    if (value !== undefined) bin.values.push(value);
  }

  #binOf(cell: string): Bin {
    let bin = this.#bins.get(cell);
    if (bin === undefined) {
      bin = { qty: 0, values: [] };
      this.#bins.set(cell, bin);
    }
    return bin;
  }

  #feature(cell: string, { qty, values }: Bin): HexbinFeature {
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
