/**
 * Cuts rings to boxes (Sutherland and Hodgman): one clip against each side in sequence, in reused buffers.
 * The area inside the box is preserved exactly, even-odd; where a ring leaves the box and comes back, its
 * pieces stay joined along the box's edge.
 */
export class RingCutter {
  /** x, y, x, y …: the ring without its closing position. */
  points = new Float64Array(256);
  count = 0;
  #other = new Float64Array(256);

  clear(): void {
    this.count = 0;
  }

  push(x: number, y: number): void {
    const at = this.count * 2;
    if (at + 2 > this.points.length) this.points = grown(this.points, at + 2);
    this.points[at] = x;
    this.points[at + 1] = y;
    this.count++;
  }

  cut(west: number, south: number, east: number, north: number): void {
    this.#cutSide(0, west, 1);
    this.#cutSide(0, east, -1);
    this.#cutSide(1, south, 1);
    this.#cutSide(1, north, -1);
  }

  /** Keeps what is on the greater side (sign 1) or on the lesser side (sign -1) of one edge; axis 0 is x, 1 is y. */
  #cutSide(axis: 0 | 1, edge: number, sign: 1 | -1): void {
    const { count, points } = this;
    if (count === 0 || !someOutside(points, count, axis, edge, sign)) return;
    if (this.#other.length < count * 4) this.#other = new Float64Array(count * 4);
    const clipped = this.#other;
    let at = 0;
    let px = points[count * 2 - 2]!;
    let py = points[count * 2 - 1]!;
    let before = ((axis === 0 ? px : py) - edge) * sign;
    for (let i = 0; i < count * 2; i += 2) {
      const x = points[i]!;
      const y = points[i + 1]!;
      const here = ((axis === 0 ? x : y) - edge) * sign;
      if ((before > 0 && here < 0) || (before < 0 && here > 0)) {
        const t = before / (before - here);
        clipped[at++] = axis === 0 ? edge : px + t * (x - px);
        clipped[at++] = axis === 1 ? edge : py + t * (y - py);
      }
      if (here >= 0) {
        clipped[at++] = x;
        clipped[at++] = y;
      }
      px = x;
      py = y;
      before = here;
    }
    this.#other = points;
    this.points = clipped;
    this.count = at / 2;
  }
}

function someOutside(points: Float64Array, count: number, axis: 0 | 1, edge: number, sign: 1 | -1): boolean {
  for (let i = axis; i < count * 2; i += 2) if ((points[i]! - edge) * sign < 0) return true;
  return false;
}

function grown(points: Float64Array, needed: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(needed, points.length * 2));
  larger.set(points);
  return larger;
}
