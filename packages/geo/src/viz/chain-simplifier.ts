import { emptyBBox, extend } from '../bbox.ts';
import type { Position } from '../geojson.ts';
import type { TileFrame } from '../tile/tile-frame.ts';
import { isAreaHidden, isLineHidden } from './visibility.ts';

/** In units: what is tried, one after the other, for rings that a whole unit leaves nothing of. */
const SMALL_TOLERANCES = [0.5, 0.25, 0];

/** Simplifies lines and rings to a tolerance of one unit of a frame, in buffers that are used again. */
export class ChainSimplifier {
  #x = new Float64Array(256);
  #y = new Float64Array(256);
  /** Of the positions that differ on the grid: which of the given ones they are. */
  #source = new Int32Array(256);
  #stays = new Uint8Array(256);
  #stack = new Int32Array(64);
  /** Of the box around what was projected last. */
  #width = 0;
  #height = 0;

  line(positions: Position[], frame: TileFrame): Position[] | null {
    const count = this.#project(positions, frame);
    if (isLineHidden(this.#width, this.#height)) return null;
    this.#reduce(0, count - 1);
    return this.#retained(positions, count);
  }

  ring(positions: Position[], frame: TileFrame): Position[] | null {
    const count = this.#project(positions, frame);
    if (isAreaHidden(this.#width, this.#height)) return null;
    if (count >= 4) {
      this.#reduceRing(count);
      const retained = this.#retained(positions, count);
      if (retained.length >= 4) return Math.abs(this.#twiceArea(count)) < 2 ? null : retained;
    }
    return this.#smallRing(positions, frame);
  }

  /** A ring of which a unit's tolerance leaves nothing, though it may cover a unit: as few positions as have an area. */
  #smallRing(positions: Position[], frame: TileFrame): Position[] | null {
    const count = this.#project(positions, frame, true);
    if (Math.abs(this.#twiceArea(count)) < 2) return null;
    for (const tolerance of SMALL_TOLERANCES) {
      this.#reduceRing(count, tolerance);
      const retained = this.#retained(positions, count);
      if (retained.length >= 4) return retained;
    }
    return null;
  }

  /** A ring has no ends to hold it: the position furthest from the first is the other one that stays. */
  #reduceRing(count: number, tolerance = 1): void {
    const far = this.#furthest(count);
    this.#reduce(0, far, tolerance);
    this.#reduce(far, count - 1, tolerance);
  }

  /** Projects what differs from the position before by a unit, or `all`, and always the last position. */
  #project(positions: Position[], frame: TileFrame, all = false): number {
    if (positions.length > this.#x.length) this.#grow(positions.length * 2);
    const last = positions.length - 1;
    let count = 0;
    let unitX = Number.NaN;
    let unitY = Number.NaN;
    const box = emptyBBox();
    for (let i = 0; i <= last; i++) {
      const x = frame.x(positions[i]![0]);
      const y = frame.y(positions[i]![1]);
      extend(box, x, y);
      const roundX = Math.round(x);
      const roundY = Math.round(y);
      if (!all && roundX === unitX && roundY === unitY) {
        if (i < last) continue;
        if (count > 1) count--;
      }
      unitX = roundX;
      unitY = roundY;
      this.#x[count] = x;
      this.#y[count] = y;
      this.#source[count] = i;
      this.#stays[count] = 0;
      count++;
    }
    this.#stays[0] = 1;
    this.#stays[count - 1] = 1;
    this.#width = box.east - box.west;
    this.#height = box.north - box.south;
    return count;
  }

  #grow(size: number): void {
    this.#x = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#source = new Int32Array(size);
    this.#stays = new Uint8Array(size);
  }

  #furthest(count: number): number {
    let far = 0;
    let greatest = -1;
    for (let i = 1; i < count - 1; i++) {
      const distance = (this.#x[i]! - this.#x[0]!) ** 2 + (this.#y[i]! - this.#y[0]!) ** 2;
      if (distance > greatest) {
        greatest = distance;
        far = i;
      }
    }
    return far;
  }

  /** Douglas and Peucker: marks what must stay between two positions that do. */
  #reduce(from: number, to: number, tolerance = 1): void {
    let depth = 0;
    this.#stays[from] = 1;
    this.#stays[to] = 1;
    this.#stack[depth++] = from;
    this.#stack[depth++] = to;
    while (depth > 0) {
      const end = this.#stack[--depth]!;
      const start = this.#stack[--depth]!;
      const split = this.#furthestFromSegment(start, end, tolerance);
      if (split < 0) continue;
      this.#stays[split] = 1;
      if (depth + 4 > this.#stack.length) {
        const larger = new Int32Array(this.#stack.length * 2);
        larger.set(this.#stack);
        this.#stack = larger;
      }
      this.#stack[depth++] = start;
      this.#stack[depth++] = split;
      this.#stack[depth++] = split;
      this.#stack[depth++] = end;
    }
  }

  /** The position between two that is furthest from their segment, or -1 if none is further than the tolerance. */
  #furthestFromSegment(start: number, end: number, tolerance: number): number {
    const x = this.#x;
    const y = this.#y;
    const ax = x[start]!;
    const ay = y[start]!;
    const dx = x[end]! - ax;
    const dy = y[end]! - ay;
    const length = dx * dx + dy * dy;
    let greatest = tolerance * tolerance;
    let furthest = -1;
    for (let i = start + 1; i < end; i++) {
      const px = x[i]! - ax;
      const py = y[i]! - ay;
      const along = length === 0 ? 0 : (px * dx + py * dy) / length;
      const t = along < 0 ? 0 : along > 1 ? 1 : along;
      const distance = (px - t * dx) ** 2 + (py - t * dy) ** 2;
      if (distance > greatest) {
        greatest = distance;
        furthest = i;
      }
    }
    return furthest;
  }

  #twiceArea(count: number): number {
    let sum = 0;
    for (let i = 1; i < count; i++)
      sum +=
        (this.#x[i - 1]! - this.#x[0]!) * (this.#y[i]! - this.#y[0]!) -
        (this.#x[i]! - this.#x[0]!) * (this.#y[i - 1]! - this.#y[0]!);
    return sum;
  }

  #retained(positions: Position[], count: number): Position[] {
    const retained: Position[] = [];
    for (let i = 0; i < count; i++) if (this.#stays[i] === 1) retained.push(positions[this.#source[i]!]!);
    return retained;
  }
}
