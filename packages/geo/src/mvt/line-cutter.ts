/** Cuts lines to a square from `low` to `high` on both axes, in buffers that are used again. */
export class LineCutter {
  /** x, y, x, y …: what was pushed and, after `cut`, the pieces inside, one behind the other. */
  points = new Float64Array(512);
  /** After `cut`: for each piece, the number of positions up to its end. */
  readonly ends: number[] = [];
  readonly #low: number;
  readonly #high: number;
  #count = 0;
  #clipped = new Float64Array(512);
  #clippedCount = 0;
  #inside = true;

  constructor(low: number, high: number) {
    this.#low = low;
    this.#high = high;
  }

  clear(): void {
    this.#count = 0;
    this.#inside = true;
    this.ends.length = 0;
  }

  push(x: number, y: number): void {
    const at = this.#count * 2;
    if (at === this.points.length) {
      const larger = new Float64Array(at * 2);
      larger.set(this.points);
      this.points = larger;
    }
    this.points[at] = x;
    this.points[at + 1] = y;
    this.#count++;
    if (x < this.#low || x > this.#high || y < this.#low || y > this.#high) this.#inside = false;
  }

  cut(): void {
    if (this.#inside) {
      this.ends.push(this.#count);
      return;
    }
    // Each segment leaves at most a piece of its own.
    if (this.#clipped.length < this.#count * 4) this.#clipped = new Float64Array(this.#count * 4);
    this.#clippedCount = 0;
    const { points } = this;
    for (let i = 1; i < this.#count; i++)
      this.#cutSegment(points[2 * i - 2]!, points[2 * i - 1]!, points[2 * i]!, points[2 * i + 1]!);
    if (this.#clippedCount > (this.ends.at(-1) ?? 0)) this.ends.push(this.#clippedCount);
    this.points = this.#clipped;
    this.#clipped = points;
  }

  /** After Liang and Barsky: the part of the segment between its last entry and its first exit. */
  #cutSegment(ax: number, ay: number, bx: number, by: number): void {
    const low = this.#low;
    const high = this.#high;
    const dx = bx - ax;
    const dy = by - ay;
    if ((dx === 0 && (ax < low || ax > high)) || (dy === 0 && (ay < low || ay > high))) return this.#end();
    let enter = 0;
    let leave = 1;
    if (dx !== 0) {
      const toLow = (low - ax) / dx;
      const toHigh = (high - ax) / dx;
      enter = Math.max(enter, Math.min(toLow, toHigh));
      leave = Math.min(leave, Math.max(toLow, toHigh));
    }
    if (dy !== 0) {
      const toLow = (low - ay) / dy;
      const toHigh = (high - ay) / dy;
      enter = Math.max(enter, Math.min(toLow, toHigh));
      leave = Math.min(leave, Math.max(toLow, toHigh));
    }
    if (enter > leave) return this.#end();
    if (enter > 0) this.#end();
    if (this.#clippedCount === (this.ends.at(-1) ?? 0)) this.#keep(ax + enter * dx, ay + enter * dy);
    this.#keep(ax + leave * dx, ay + leave * dy);
    if (leave < 1) this.#end();
  }

  #end(): void {
    if (this.#clippedCount > (this.ends.at(-1) ?? 0)) this.ends.push(this.#clippedCount);
  }

  #keep(x: number, y: number): void {
    this.#clipped[this.#clippedCount * 2] = x;
    this.#clipped[this.#clippedCount * 2 + 1] = y;
    this.#clippedCount++;
  }
}
