import type { Position } from '../geojson.ts';
import type { TileFrame } from '../tile/tile-frame.ts';
import { isAreaHidden, isLineHidden } from './visibility.ts';

/** In units: what is tried, one after the other, for rings that a whole unit leaves nothing of. */
const SMALL_TOLERANCES = [0.5, 0.25, 0];

/**
 * Simplifies lines and rings to a tolerance of one unit, in buffers that are used again: the positions of a chain are pushed, then
 * `line` or `ring` says whether something of it can be seen, and `retained` which of the positions stay.
 */
export class ChainSimplifier {
  /** As pushed, in units. */
  x = new Float64Array(256);
  y = new Float64Array(256);
  #pushed = 0;
  /** Which of the positions stay, in order, and how many of them. */
  retained = new Int32Array(256);
  retainedCount = 0;
  /** Of the positions that differ on the grid: which of those pushed they are, and whether they stay. */
  #source = new Int32Array(256);
  #stays = new Uint8Array(256);
  #count = 0;
  #stack = new Int32Array(64);

  begin(): void {
    this.#pushed = 0;
  }

  push(x: number, y: number): void {
    if (this.#pushed === this.x.length) this.#grow();
    this.x[this.#pushed] = x;
    this.y[this.#pushed++] = y;
  }

  line(): boolean {
    if (isLineHidden(extentOf(this.x, this.#pushed), extentOf(this.y, this.#pushed))) return false;
    this.#takeDistinct();
    this.#reduce(0, this.#count - 1);
    this.#retain();
    return true;
  }

  ring(): boolean {
    if (isAreaHidden(extentOf(this.x, this.#pushed), extentOf(this.y, this.#pushed))) return false;
    this.#takeDistinct();
    if (this.#count >= 4) {
      this.#reduceRing();
      this.#retain();
      if (this.retainedCount >= 4) return Math.abs(this.#twiceArea()) >= 2;
    }
    return this.#smallRing();
  }

  /** Those of the positions of a line that stay; null if it can't be seen. */
  lineOf(positions: Position[], frame: TileFrame): Position[] | null {
    this.#pushAll(positions, frame);
    return this.line() ? this.#retainedOf(positions) : null;
  }

  ringOf(positions: Position[], frame: TileFrame): Position[] | null {
    this.#pushAll(positions, frame);
    return this.ring() ? this.#retainedOf(positions) : null;
  }

  #retainedOf(positions: Position[]): Position[] {
    return Array.from(this.retained.subarray(0, this.retainedCount), (i) => positions[i]!);
  }

  #pushAll(positions: Position[], frame: TileFrame): void {
    this.begin();
    for (let i = 0; i < positions.length; i++)
      this.push(frame.x(positions[i]![0]), frame.y(positions[i]![1]));
  }

  /** A ring of which a unit's tolerance leaves nothing, though it may cover a unit: as few positions as have an area. */
  #smallRing(): boolean {
    this.#takeAll();
    if (Math.abs(this.#twiceArea()) < 2) return false;
    for (const tolerance of SMALL_TOLERANCES) {
      this.#reduceRing(tolerance);
      this.#retain();
      if (this.retainedCount >= 4) return true;
    }
    return false;
  }

  /** A ring has no ends to hold it: the position furthest from the first is the other one that stays. */
  #reduceRing(tolerance = 1): void {
    const far = this.#furthest();
    this.#reduce(0, far, tolerance);
    this.#reduce(far, this.#count - 1, tolerance);
  }

  /** What differs from the position before by a unit, and always the last position. */
  #takeDistinct(): void {
    const { x, y } = this;
    const source = this.#source;
    const last = this.#pushed - 1;
    let count = 0;
    let unitX = Number.NaN;
    let unitY = Number.NaN;
    for (let i = 0; i <= last; i++) {
      const roundX = Math.round(x[i]!);
      const roundY = Math.round(y[i]!);
      if (roundX === unitX && roundY === unitY) {
        if (i < last) continue;
        if (count > 1) count--;
      }
      unitX = roundX;
      unitY = roundY;
      source[count++] = i;
    }
    this.#take(count);
  }

  #takeAll(): void {
    for (let i = 0; i < this.#pushed; i++) this.#source[i] = i;
    this.#take(this.#pushed);
  }

  /** Nothing stays yet but both ends. */
  #take(count: number): void {
    this.#count = count;
    const stays = this.#stays;
    // Most have few positions: to call for them would take longer.
    for (let i = 0; i < count; i++) stays[i] = 0;
    stays[0] = 1;
    stays[count - 1] = 1;
  }

  #grow(): void {
    const size = this.x.length * 2;
    const larger = (values: Float64Array) => {
      const grown = new Float64Array(size);
      grown.set(values);
      return grown;
    };
    this.x = larger(this.x);
    this.y = larger(this.y);
    this.#source = new Int32Array(size);
    this.retained = new Int32Array(size);
    this.#stays = new Uint8Array(size);
  }

  #furthest(): number {
    const { x, y } = this;
    const source = this.#source;
    const firstX = x[source[0]!]!;
    const firstY = y[source[0]!]!;
    let far = 0;
    let greatest = -1;
    for (let i = 1; i < this.#count - 1; i++) {
      const distance = (x[source[i]!]! - firstX) ** 2 + (y[source[i]!]! - firstY) ** 2;
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
    const { x, y } = this;
    const source = this.#source;
    const ax = x[source[start]!]!;
    const ay = y[source[start]!]!;
    const dx = x[source[end]!]! - ax;
    const dy = y[source[end]!]! - ay;
    const length = dx * dx + dy * dy;
    let greatest = tolerance * tolerance;
    let furthest = -1;
    for (let i = start + 1; i < end; i++) {
      const px = x[source[i]!]! - ax;
      const py = y[source[i]!]! - ay;
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

  #twiceArea(): number {
    const { x, y } = this;
    const source = this.#source;
    const firstX = x[source[0]!]!;
    const firstY = y[source[0]!]!;
    let sum = 0;
    for (let i = 1; i < this.#count; i++)
      sum +=
        (x[source[i - 1]!]! - firstX) * (y[source[i]!]! - firstY) -
        (x[source[i]!]! - firstX) * (y[source[i - 1]!]! - firstY);
    return sum;
  }

  #retain(): void {
    const { retained } = this;
    const [source, stays] = [this.#source, this.#stays];
    let count = 0;
    for (let i = 0; i < this.#count; i++) if (stays[i] === 1) retained[count++] = source[i]!;
    this.retainedCount = count;
  }
}

function extentOf(values: Float64Array, count: number): number {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return greatest - least;
}
