import { RingCutter } from '../box/ring-cutter.ts';
import type { Position } from '../geojson.ts';
import type { TileFrame } from '../tile/tile-frame.ts';
import type { SeenFeature } from '../viz/seen-feature.ts';
import { ByteWriter, putVarint, zigzag } from './byte-writer.ts';
import { LINE, POINT } from './kinds.ts';
import { LineCutter } from './line-cutter.ts';

const MOVE_TO = 1;
const LINE_TO = 2;
const ONE_POINT = MOVE_TO | (1 << 3);
/** What that takes with its coordinates. */
const MAX_POINT = 11;
const CLOSE_PATH = (1 << 3) | 7;

/**
 * Geometry as the drawing commands of a vector tile: projected, cut to the tile with its buffer, on whole units, each
 * command relative to where the pen is.
 */
export class GeometryEncoder {
  readonly commands = new ByteWriter(4096);
  readonly #frame: TileFrame;
  readonly #low: number;
  readonly #high: number;
  /** Where the buffer passes the antimeridian, what is on the other side of the map is drawn there as well. */
  readonly #shifts: number[];
  readonly #rings = new RingCutter();
  readonly #lines: LineCutter;
  #units = new Int32Array(512);
  #penX = 0;
  #penY = 0;

  constructor(frame: TileFrame, buffer: number) {
    this.#frame = frame;
    this.#low = -buffer;
    this.#high = frame.extent + buffer;
    this.#lines = new LineCutter(this.#low, this.#high);
    this.#shifts = [0];
    if (frame.x(-180) > this.#low) this.#shifts.push(-frame.world);
    if (frame.x(180) < this.#high) this.#shifts.push(frame.world);
  }

  begin(): void {
    this.commands.clear();
    this.#penX = 0;
    this.#penY = 0;
  }

  points(positions: Position[]): void {
    let count = 0;
    this.#reserve(positions.length * this.#shifts.length);
    for (let i = 0; i < positions.length; i++)
      count = this.#point(count, this.#frame.x(positions[i]![0]), this.#frame.y(positions[i]![1]));
    if (count > 0) this.#draw(MOVE_TO, 0, count);
  }

  #point(count: number, projected: number, y: number): number {
    if (!(y >= this.#low && y <= this.#high)) return count;
    const shifts = this.#shifts;
    let next = count;
    for (let i = 0; i < shifts.length; i++) {
      const x = projected + shifts[i]!;
      if (x >= this.#low && x <= this.#high) next = this.#unit(next, x, y);
    }
    return next;
  }

  line(positions: Position[]): void {
    const lines = this.#lines;
    for (const shift of this.#shifts) {
      lines.clear();
      for (let i = 0; i < positions.length; i++)
        lines.push(this.#frame.x(positions[i]![0]) + shift, this.#frame.y(positions[i]![1]));
      this.#drawLine();
    }
  }

  #drawLine(): void {
    const lines = this.#lines;
    lines.cut();
    let start = 0;
    for (const end of lines.ends) {
      this.#drawPiece(lines.points, start, end);
      start = end;
    }
  }

  #drawPiece(points: Float64Array, from: number, to: number): void {
    const count = this.#takeUnits(points, from, to);
    if (count < 2) return;
    this.#draw(MOVE_TO, 0, 1);
    this.#draw(LINE_TO, 1, count);
  }

  /** Outer rings run clockwise on the screen, holes the other way; without its outer ring a polygon has no holes. */
  polygon(rings: Position[][]): void {
    for (const shift of this.#shifts)
      for (let r = 0; r < rings.length; r++) if (!this.#ring(rings[r]!, shift, r === 0) && r === 0) break;
  }

  #ring(positions: Position[], shift: number, outer: boolean): boolean {
    const rings = this.#rings;
    rings.clear();
    for (let i = 1; i < positions.length; i++)
      rings.push(this.#frame.x(positions[i]![0]) + shift, this.#frame.y(positions[i]![1]));
    return this.#drawRing(outer);
  }

  #drawRing(outer: boolean): boolean {
    const rings = this.#rings;
    rings.cut(this.#low, this.#low, this.#high, this.#high);
    return this.#drawArea(rings.points, 0, rings.count, outer);
  }

  #drawArea(points: Float64Array, from: number, to: number, outer: boolean): boolean {
    let count = this.#takeUnits(points, from, to);
    while (count > 1 && this.#same(0, count - 1)) count--;
    const area = count > 2 ? this.#twiceArea(count) : 0;
    if (area === 0) return false;
    if (area > 0 !== outer) this.#reverse(count);
    this.#draw(MOVE_TO, 0, 1);
    this.#draw(LINE_TO, 1, count);
    this.commands.byte(CLOSE_PATH);
    return true;
  }

  /** The same for coordinates in units of the tile already. */
  seen({ kind, coordinates, ends, endCount }: SeenFeature): void {
    if (kind === POINT) return this.#seenPoint(coordinates[0]!, coordinates[1]!);
    const shifts = this.#shifts;
    for (let s = 0; s < shifts.length; s++) {
      const shift = shifts[s]!;
      let start = 0;
      for (let i = 0; i < endCount; i++) {
        const end = ends[i]!;
        if (kind === LINE) this.#seenLine(coordinates, start, end, shift);
        else if (!this.#seenRing(coordinates, start, end, shift, i === 0) && i === 0) break;
        start = end;
      }
    }
  }

  #seenPoint(x: number, y: number): void {
    if (this.#shifts.length === 1) {
      if (!(x >= this.#low && x <= this.#high && y >= this.#low && y <= this.#high)) return;
      const { commands } = this;
      const into = commands.withRoom(MAX_POINT);
      into[commands.length] = ONE_POINT;
      const next = putVarint(into, commands.length + 1, zigzag(Math.round(x) - this.#penX));
      commands.length = putVarint(into, next, zigzag(Math.round(y) - this.#penY));
      return;
    }
    this.#reserve(this.#shifts.length);
    const count = this.#point(0, x, y);
    if (count > 0) this.#draw(MOVE_TO, 0, count);
  }

  #seenLine(coordinates: Float64Array, from: number, to: number, shift: number): void {
    if (shift === 0 && this.#isWithin(coordinates, from, to)) return this.#drawPiece(coordinates, from, to);
    this.#lines.clear();
    for (let i = from; i < to; i++) this.#lines.push(coordinates[2 * i]! + shift, coordinates[2 * i + 1]!);
    this.#drawLine();
  }

  #seenRing(coordinates: Float64Array, from: number, to: number, shift: number, outer: boolean): boolean {
    if (shift === 0 && this.#isWithin(coordinates, from, to))
      return this.#drawArea(coordinates, from + 1, to, outer);
    this.#rings.clear();
    for (let i = from + 1; i < to; i++)
      this.#rings.push(coordinates[2 * i]! + shift, coordinates[2 * i + 1]!);
    return this.#drawRing(outer);
  }

  /**
   * The same for coordinates already projected to the unit square of the world, x, y, x, y …, from index `from` to before `to`. Nothing is drawn
   * across the antimeridian.
   */
  projectedPoints(coords: Float64Array, from: number, to: number): void {
    let count = 0;
    this.#reserve(to - from);
    for (let i = from; i < to; i++) {
      const x = this.#frame.unitX(coords[2 * i]!);
      const y = this.#frame.unitY(coords[2 * i + 1]!);
      if (x >= this.#low && x <= this.#high && y >= this.#low && y <= this.#high)
        count = this.#unit(count, x, y);
    }
    if (count > 0) this.#draw(MOVE_TO, 0, count);
  }

  projectedLine(coords: Float64Array, from: number, to: number): void {
    const lines = this.#lines;
    lines.clear();
    for (let i = from; i < to; i++)
      lines.push(this.#frame.unitX(coords[2 * i]!), this.#frame.unitY(coords[2 * i + 1]!));
    this.#drawLine();
  }

  /** A ring without its first position, which repeats its last. Returns whether anything of it is drawn. */
  projectedRing(coords: Float64Array, from: number, to: number, outer: boolean): boolean {
    const rings = this.#rings;
    rings.clear();
    for (let i = from; i < to; i++)
      rings.push(this.#frame.unitX(coords[2 * i]!), this.#frame.unitY(coords[2 * i + 1]!));
    return this.#drawRing(outer);
  }

  #reserve(count: number): void {
    if (this.#units.length < count * 2) this.#units = new Int32Array(count * 4);
  }

  /** Whether nothing of a line or ring is to be cut off: most are small. */
  #isWithin(coordinates: Float64Array, from: number, to: number): boolean {
    const low = this.#low;
    const high = this.#high;
    for (let i = 2 * from; i < 2 * to; i++) {
      const value = coordinates[i]!;
      if (!(value >= low && value <= high)) return false;
    }
    return true;
  }

  /** Positions from index `from` to before `to`, on whole units; gives how many are left of them. */
  #takeUnits(points: Float64Array, from: number, to: number): number {
    this.#reserve(to - from);
    let count = 0;
    for (let i = from; i < to; i++) count = this.#unit(count, points[2 * i]!, points[2 * i + 1]!);
    return count;
  }

  /** Adds a position, rounded to whole units, unless it equals the previous one. */
  #unit(count: number, x: number, y: number): number {
    const units = this.#units;
    const at = count * 2;
    units[at] = Math.round(x);
    units[at + 1] = Math.round(y);
    return count > 0 && units[at] === units[at - 2] && units[at + 1] === units[at - 1] ? count : count + 1;
  }

  #same(a: number, b: number): boolean {
    const units = this.#units;
    return units[2 * a] === units[2 * b] && units[2 * a + 1] === units[2 * b + 1];
  }

  #twiceArea(count: number): number {
    const units = this.#units;
    let sum = 0;
    let px = units[count * 2 - 2]!;
    let py = units[count * 2 - 1]!;
    for (let i = 0; i < count * 2; i += 2) {
      const x = units[i]!;
      const y = units[i + 1]!;
      sum += px * y - x * py;
      px = x;
      py = y;
    }
    return sum;
  }

  #reverse(count: number): void {
    const units = this.#units;
    for (let i = 0, j = 2 * count - 2; i < j; i += 2, j -= 2) {
      const x = units[i]!;
      const y = units[i + 1]!;
      units[i] = units[j]!;
      units[i + 1] = units[j + 1]!;
      units[j] = x;
      units[j + 1] = y;
    }
  }

  /** One command for the positions from index `from` to before `to`. */
  #draw(command: number, from: number, to: number): void {
    const { commands } = this;
    const units = this.#units;
    const into = commands.withRoom(5 + 10 * (to - from));
    let at = putVarint(into, commands.length, (command & 7) | ((to - from) << 3));
    let penX = this.#penX;
    let penY = this.#penY;
    for (let i = from * 2; i < to * 2; i += 2) {
      const x = units[i]!;
      const y = units[i + 1]!;
      at = putVarint(into, at, zigzag(x - penX));
      at = putVarint(into, at, zigzag(y - penY));
      penX = x;
      penY = y;
    }
    commands.length = at;
    this.#penX = penX;
    this.#penY = penY;
  }
}
