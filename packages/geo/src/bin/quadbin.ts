import type { BBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { quadDigits } from '../tile/tile-address.ts';
import { latitudeAt, longitudeAt } from '../tile/web-mercator.ts';
import { refuseCells } from './bin-error.ts';
import { MAX_CELL_ZOOM, QuadCells } from './quad-cells.ts';

export type QuadbinFeature = {
  type: 'Feature';
  id: string;
  geometry: Geometry;
  properties: {
    count: number;
    qk: string;
    /** `(row,col,level)` */
    xyz: string;
    zxy: [number, number, number];
    estimated: boolean;
    total_count: number;
  };
};

/** The outline of the cell that a quadkey names. */
export function quadCellAt(quadkey: string): Geometry {
  let [x, y] = [0, 0];
  for (const digit of quadkey) {
    x = 2 * x + (Number(digit) & 1);
    y = 2 * y + (Number(digit) >> 1);
  }
  return quadOutline(quadkey.length, x, y);
}

function quadOutline(z: number, x: number, y: number): Geometry {
  const size = 2 ** z;
  const [west, east] = [longitudeAt(x / size), longitudeAt((x + 1) / size)];
  const [north, south] = [latitudeAt(y / size), latitudeAt((y + 1) / size)];
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** Counts features in the Web Mercator tiles of a zoom: a point in one of them, lines and polygons in all they intersect. */
export class Quadbin {
  readonly #zoom: number;
  readonly #cells: QuadCells;
  readonly #counts = new Map<number, number>();

  /** With boxes, lines and polygons that reach an edge of one do not count beyond it. */
  constructor(zoom: number, boxes?: readonly BBox[]) {
    this.#zoom = Math.min(Math.max(0, zoom), MAX_CELL_ZOOM);
    this.#cells = new QuadCells(this.#zoom, boxes);
  }

  add(geometry: Geometry): void {
    if (geometry.type === 'Point') {
      const cell = this.#cells.at(geometry.coordinates);
      if (cell !== undefined) this.#count(cell);
      return;
    }
    for (const cell of this.#cells.intersecting(geometry)) this.#count(cell);
    refuseCells(this.#counts.size);
  }

  /** The cell that a geometry with this box is in, none, or that it takes the geometry to know. */
  cellOfBox(west: number, south: number, east: number, north: number, isPoint: boolean): number {
    return this.#cells.ofBox(west, south, east, north, isPoint);
  }

  /** Counts a feature in the cell of its box. */
  addInCell(cell: number, isPoint: boolean): void {
    this.#count(cell);
    if (!isPoint) refuseCells(this.#counts.size);
  }

  /** The cells as features, row by row, at most `limit` of them; `partial` is set if there are more. */
  finish(limit: number): { features: QuadbinFeature[]; partial: boolean } {
    const cells = [...this.#counts].sort(([a], [b]) => a - b).slice(0, limit);
    let total = 0;
    for (const [, count] of cells) total += count;
    return {
      features: cells.map(([cell, count]) => this.#feature(cell, count, total)),
      partial: cells.length < this.#counts.size,
    };
  }

  #count(cell: number): void {
    this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + 1);
  }

  #feature(cell: number, count: number, total: number): QuadbinFeature {
    const z = this.#zoom;
    const size = 2 ** z;
    const x = cell % size;
    const y = Math.floor(cell / size);
    const qk = quadDigits(z, x, y);
    return {
      type: 'Feature',
      id: qk,
      geometry: quadOutline(z, x, y),
      properties: {
        count,
        qk,
        xyz: `(${y},${x},${z})`,
        zxy: [z, x, y],
        estimated: false,
        total_count: total,
      },
    };
  }
}
