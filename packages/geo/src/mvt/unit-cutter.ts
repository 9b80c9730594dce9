import { RingCutter } from '../box/ring-cutter.ts';
import type { Geometry, Position } from '../geojson.ts';
import type { TileFrame } from '../tile/tile-frame.ts';
import { flatMembers, KINDS, kindOf, POINT } from './kinds.ts';
import { LineCutter } from './line-cutter.ts';
import { coarsened, type UnitPath, type UnitShape } from './unit-shape.ts';

/**
 * Geometries on the whole units of a tile, cut to it with its buffer. Positions are rounded before anything is cut, so that
 * what touches in the data touches on the tile.
 */
export class UnitCutter {
  readonly #frame: TileFrame;
  readonly #low: number;
  readonly #high: number;
  /** Where the buffer passes the antimeridian, what is on the other side of the map is drawn there as well. */
  readonly #shifts: number[] = [0];
  readonly #rings = new RingCutter();
  readonly #lines: LineCutter;

  constructor(frame: TileFrame, buffer: number) {
    this.#frame = frame;
    this.#low = -buffer;
    this.#high = frame.extent + buffer;
    this.#lines = new LineCutter(this.#low, this.#high);
    if (frame.x(-180) > this.#low) this.#shifts.push(-frame.world);
    if (frame.x(180) < this.#high) this.#shifts.push(frame.world);
  }

  /** One shape; of a GeometryCollection up to three: its points, its lines and its polygons. */
  shapes(geometry: Geometry): UnitShape[] {
    if (geometry.type === 'Point' && this.#shifts.length === 1) return this.#pointShape(geometry.coordinates);
    if (geometry.type !== 'GeometryCollection') return this.#shapesOf([geometry], [kindOf(geometry)]);
    return this.#shapesOf(flatMembers(geometry.geometries), KINDS);
  }

  /** That of one point takes no more than these few steps. */
  #pointShape(position: Position): UnitShape[] {
    const [x, y] = [this.#x(position, 0), this.#y(position)];
    if (!this.#isOn(x, y)) return [];
    const points = new Int32Array(2);
    points[0] = x;
    points[1] = y;
    return [{ kind: POINT, paths: [{ points, isOuter: true }] }];
  }

  #isOn(x: number, y: number): boolean {
    return x >= this.#low && x <= this.#high && y >= this.#low && y <= this.#high;
  }

  #shapesOf(members: readonly Geometry[], kinds: readonly number[]): UnitShape[] {
    const shapes: UnitShape[] = [];
    for (const kind of kinds) {
      const paths: UnitPath[] = [];
      for (const member of members) if (kindOf(member) === kind) this.#cut(member, paths);
      if (paths.length > 0) shapes.push(coarsened({ kind, paths }, 1));
    }
    return shapes;
  }

  #cut(geometry: Geometry, paths: UnitPath[]): void {
    for (const shift of this.#shifts)
      switch (geometry.type) {
        case 'Point':
          this.#points([geometry.coordinates], shift, paths);
          break;
        case 'MultiPoint':
          this.#points(geometry.coordinates, shift, paths);
          break;
        case 'LineString':
          this.#line(geometry.coordinates, shift, paths);
          break;
        case 'MultiLineString':
          for (const line of geometry.coordinates) this.#line(line, shift, paths);
          break;
        case 'Polygon':
          this.#polygon(geometry.coordinates, shift, paths);
          break;
        case 'MultiPolygon':
          for (const rings of geometry.coordinates) this.#polygon(rings, shift, paths);
      }
  }

  #points(positions: Position[], shift: number, paths: UnitPath[]): void {
    const points: number[] = [];
    for (const position of positions) {
      const [x, y] = [this.#x(position, shift), this.#y(position)];
      if (this.#isOn(x, y)) points.push(x, y);
    }
    if (points.length > 0) paths.push({ points: new Int32Array(points), isOuter: true });
  }

  #line(positions: Position[], shift: number, paths: UnitPath[]): void {
    const lines = this.#lines;
    lines.clear();
    for (const position of positions) lines.push(this.#x(position, shift), this.#y(position));
    lines.cut();
    let start = 0;
    for (const end of lines.ends) {
      paths.push({ points: rounded(lines.points.subarray(2 * start, 2 * end)), isOuter: true });
      start = end;
    }
  }

  #polygon(rings: Position[][], shift: number, paths: UnitPath[]): void {
    for (const [r, ring] of rings.entries()) {
      const cutter = this.#rings;
      cutter.clear();
      for (let i = 1; i < ring.length; i++) cutter.push(this.#x(ring[i]!, shift), this.#y(ring[i]!));
      cutter.cut(this.#low, this.#low, this.#high, this.#high);
      if (cutter.count > 0)
        paths.push({ points: rounded(cutter.points.subarray(0, 2 * cutter.count)), isOuter: r === 0 });
      else if (r === 0) return;
    }
  }

  #x(position: Position, shift: number): number {
    return Math.round(this.#frame.x(position[0])) + shift;
  }

  #y(position: Position): number {
    return Math.round(this.#frame.y(position[1]));
  }
}

function rounded(points: Float64Array): Int32Array {
  const whole = new Int32Array(points.length);
  for (let i = 0; i < points.length; i++) whole[i] = Math.round(points[i]!);
  return whole;
}
