import type { BBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { quadDigits } from '../tile/tile-address.ts';
import { latitudeAt, longitudeAt } from '../tile/web-mercator.ts';
import { refuseCells } from './bin-error.ts';
import type { BinnedCells } from './binned-cells.ts';
import { CellCodes } from './cell-codes.ts';
import { CellCounts } from './cell-counts.ts';
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

/**
 * Counts features in the Web Mercator tiles of a zoom: a point in one of them, lines and polygons in all they intersect.
 * Cells are named by codes.
 */
export class Quadbin {
  readonly #zoom: number;
  readonly #cells: QuadCells;
  readonly #codes: CellCodes;
  readonly #counts: CellCounts;

  /** With boxes, lines and polygons that reach an edge of one do not count beyond it. `codes` are those of the same zoom. */
  constructor(zoom: number, boxes?: readonly BBox[], codes = new CellCodes()) {
    this.#zoom = Math.min(Math.max(0, zoom), MAX_CELL_ZOOM);
    this.#codes = codes;
    this.#counts = new CellCounts(codes.size);
    this.#cells = new QuadCells(this.#zoom, boxes);
  }

  /** Gives the cells it counts in. */
  add(geometry: Geometry): readonly number[] {
    const cells = this.cellsOf(geometry);
    for (const cell of cells) this.#counts.add(cell, 1);
    if (geometry.type !== 'Point') refuseCells(this.#counts.size);
    return cells;
  }

  /** The cells that a geometry counts in. */
  cellsOf(geometry: Geometry): number[] {
    if (geometry.type !== 'Point')
      return Array.from(this.#cells.intersecting(geometry), (cell) => this.#codes.codeOf(cell));
    const cell = this.#cells.at(geometry.coordinates);
    return cell === undefined ? [] : [this.#codes.codeOf(cell)];
  }

  /** The cell that a geometry with this box is in, none, or that it takes the geometry to know. */
  cellOfBox(west: number, south: number, east: number, north: number, isPoint: boolean): number {
    const cell = this.#cells.ofBox(west, south, east, north, isPoint);
    return cell < 0 ? cell : this.#codes.codeOf(cell);
  }

  /** Counts a feature in a cell. */
  addInCell(cell: number, isPoint: boolean): void {
    this.#counts.add(cell, 1);
    if (!isPoint) refuseCells(this.#counts.size);
  }

  /** Counts features of which it is known already that they are in a cell. */
  addQty(cell: number, qty: number): void {
    this.#counts.add(cell, qty);
  }

  /** Counts a feature in each of the cells from one place of a list up to another. */
  addInEach(cells: Int32Array, from: number, to: number): void {
    this.#counts.addEach(cells, from, to);
  }

  /** Throws where there are too many cells for features that are more than points. */
  check(): void {
    refuseCells(this.#counts.size);
  }

  /** The cells as features, row by row, at most `limit` of them; each is made when it is asked for. */
  cells(limit: number): BinnedCells<QuadbinFeature> {
    const cells = this.#counts.lowest(limit, this.#codes);
    const countOf = (cell: number) => this.#counts.of(this.#codes.find(cell));
    let total = 0;
    for (const cell of cells) total += countOf(cell);
    const feature = (nth: number) => this.#feature(cells[nth]!, countOf(cells[nth]!), total);
    return {
      size: cells.length,
      partial: cells.length < this.#counts.size,
      feature,
      text: (nth) => JSON.stringify(feature(nth)),
    };
  }

  finish(limit: number): { features: QuadbinFeature[]; partial: boolean } {
    const { size, partial, feature } = this.cells(limit);
    return { features: Array.from({ length: size }, (_, nth) => feature(nth)), partial };
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
