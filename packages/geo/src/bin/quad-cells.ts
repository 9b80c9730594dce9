import type { BBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOfPart, type Part, partsOf } from '../planar/parts.ts';
import { latitudeAt, longitudeAt, MERCATOR_LATITUDE, mercatorX, mercatorY } from '../tile/web-mercator.ts';
import { refuseCellsOfFeature } from './bin-error.ts';
import { NEEDS_GEOMETRY, NO_CELL } from './box-bin.ts';

/** Cells are numbered by row and column in one number, which has room for no more. */
export const MAX_CELL_ZOOM = 26;

/** First and last columns and rows that can be seen. */
type Window = { left: number; right: number; top: number; bottom: number };

/**
 * The Web Mercator tiles of a zoom that geometries intersect, edges included, each as row · 2^zoom + column. Works row
 * by row: the columns each edge passes in a row, then, for polygons, what lies between them.
 */
export class QuadCells {
  readonly #size: number;
  readonly #edges = new Map<number, number>();
  readonly #windows: Window[] | undefined;
  #cells = new Set<number>();

  /** With boxes, only cells that have more than an edge in common with one of them. */
  constructor(zoom: number, boxes?: readonly BBox[]) {
    this.#size = 2 ** zoom;
    this.#windows = boxes?.map((box) => this.#window(box));
  }

  intersecting(geometry: Geometry): Set<number> {
    this.#cells = new Set();
    const parts = partsOf(geometry);
    for (const part of parts) if (part.dimension > 0) this.#addPart(part);
    if (this.#windows) this.#keepSeen(this.#windows);
    for (const { dimension, chains } of parts) {
      const cell = dimension === 0 ? this.at(chains[0]![0]!) : undefined;
      if (cell !== undefined) this.#cells.add(cell);
    }
    return this.#cells;
  }

  #window({ west, south, east, north }: BBox): Window {
    const columns = [this.#column(west), this.#columnFrom(east)].sort((a, b) => a - b);
    const rows = [this.#row(north), this.#rowFrom(south)].sort((a, b) => a - b);
    return { left: columns[0]!, right: columns[1]!, top: rows[0]!, bottom: rows[1]! };
  }

  #keepSeen(windows: Window[]): void {
    for (const cell of this.#cells) {
      const row = Math.floor(cell / this.#size);
      const column = cell % this.#size;
      const isSeen = windows.some(
        ({ left, right, top, bottom }) => column >= left && column <= right && row >= top && row <= bottom,
      );
      if (!isSeen) this.#cells.delete(cell);
    }
  }

  /** The one cell that a point is counted in; none beyond the edges of Web Mercator. */
  at([longitude, latitude]: Position): number | undefined {
    if (Math.abs(latitude) > MERCATOR_LATITUDE) return undefined;
    return this.#row(latitude) * this.#size + this.#column(longitude);
  }

  /** The one cell that a geometry with this box is counted in, where the box tells. */
  ofBox(west: number, south: number, east: number, north: number, isPoint: boolean): number {
    if (isPoint) {
      if (Math.abs(south) > MERCATOR_LATITUDE) return NO_CELL;
      return this.#row(south) * this.#size + this.#column(west);
    }
    if (south < -MERCATOR_LATITUDE || north > MERCATOR_LATITUDE) return NEEDS_GEOMETRY;
    const column = this.#column(east);
    const row = this.#row(south);
    const isWithin = this.#columnFrom(west) === column && this.#rowFrom(north) === row;
    return isWithin ? row * this.#size + column : NEEDS_GEOMETRY;
  }

  #addPart(part: Part): void {
    const { west, south, east, north } = boxOfPart(part);
    const columns = this.#column(east) - this.#column(west) + 1;
    const rows = this.#row(south) - this.#row(north) + 1;
    refuseCellsOfFeature(part.dimension === 2 ? columns * rows : columns + rows);
    for (const chain of part.chains)
      for (let i = 1; i < chain.length; i++) this.#addEdge(chain[i - 1]!, chain[i]!);
    if (part.dimension === 2 && columns > 2 && rows > 2)
      this.#fill(part.chains, this.#row(north), this.#row(south));
  }

  /** The cells of an edge, row by row; on the edge between two cells it is in both. */
  #addEdge([ax, ay]: Position, [bx, by]: Position): void {
    const low = Math.min(ay, by);
    const high = Math.max(ay, by);
    if (low > MERCATOR_LATITUDE || high < -MERCATOR_LATITUDE) return;
    const first = this.#rowFrom(high);
    const last = this.#row(low);
    for (let row = first; row <= last; row++) {
      const top = Math.min(high, this.#north(row));
      const bottom = Math.max(low, this.#north(row + 1));
      const x1 = ay === by ? ax : along(ax, ay, bx, by, top);
      const x2 = ay === by ? bx : along(ax, ay, bx, by, bottom);
      const end = this.#column(Math.max(x1, x2));
      for (let column = this.#columnFrom(Math.min(x1, x2)); column <= end; column++)
        this.#cells.add(row * this.#size + column);
    }
  }

  /** Cells that no edge passes are in or out as a whole: as their middle is, even-odd. */
  #fill(rings: Position[][], first: number, last: number): void {
    const crossings: number[][] = Array.from({ length: last - first + 1 }, () => []);
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) this.#cross(ring[i - 1]!, ring[i]!, crossings, first);
    for (const [i, row] of crossings.entries()) {
      row.sort((a, b) => a - b);
      for (let c = 1; c < row.length; c += 2)
        for (let column = this.#column(row[c - 1]!), end = this.#column(row[c]!); column <= end; column++)
          this.#cells.add((first + i) * this.#size + column);
    }
  }

  /** Notes where an edge crosses the middle of rows. */
  #cross([ax, ay]: Position, [bx, by]: Position, crossings: number[][], first: number): void {
    const last = this.#row(Math.min(ay, by));
    for (let row = this.#row(Math.max(ay, by)); row <= last; row++) {
      const middle = (this.#north(row) + this.#north(row + 1)) / 2;
      if (ay > middle !== by > middle) crossings[row - first]!.push(along(ax, ay, bx, by, middle));
    }
  }

  /** The last column that a longitude is in. */
  #column(longitude: number): number {
    let column = Math.floor(mercatorX(longitude) * this.#size);
    if (longitude < this.#west(column)) column--;
    else if (longitude >= this.#west(column + 1)) column++;
    return Math.min(this.#size - 1, Math.max(0, column));
  }

  /** The first column that a longitude is in: one before, on the edge between two. */
  #columnFrom(longitude: number): number {
    const column = this.#column(longitude);
    return column > 0 && longitude === this.#west(column) ? column - 1 : column;
  }

  /** The southernmost row that a latitude is in. */
  #row(latitude: number): number {
    let row = Math.min(this.#size - 1, Math.max(0, Math.floor(mercatorY(latitude) * this.#size)));
    if (row > 0 && latitude > this.#north(row)) row--;
    else if (row < this.#size - 1 && latitude <= this.#north(row + 1)) row++;
    return row;
  }

  #rowFrom(latitude: number): number {
    const row = this.#row(latitude);
    return row > 0 && latitude === this.#north(row) ? row - 1 : row;
  }

  #west(column: number): number {
    return longitudeAt(column / this.#size);
  }

  #north(row: number): number {
    let north = this.#edges.get(row);
    if (north === undefined) {
      north = latitudeAt(row / this.#size);
      this.#edges.set(row, north);
    }
    return north;
  }
}

/** The longitude at which an edge passes a latitude, never beyond its ends. */
function along(ax: number, ay: number, bx: number, by: number, latitude: number): number {
  if (latitude === ay) return ax;
  if (latitude === by) return bx;
  const x = ax + ((latitude - ay) / (by - ay)) * (bx - ax);
  return Math.min(Math.max(ax, bx), Math.max(Math.min(ax, bx), x));
}
