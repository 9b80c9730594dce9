import type { Pixel } from './map-frame.ts';

/** A line of pixels is looked at so many times, for edges that are nearly level. */
const SUBLINES = 4;

type Color = readonly [red: number, green: number, blue: number];

/**
 * Pixels that shapes are drawn into one after the other, with smooth edges. What of a shape covers each pixel is put together in a
 * mask first, so that parts of it that lie on each other are not darker.
 */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each, by rows. */
  readonly pixels: Uint8Array;
  readonly #mask: Float32Array;
  /** What of the mask is in use. */
  #left = 0;
  #top = 0;
  #right = 0;
  #bottom = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3).fill(255);
    this.#mask = new Float32Array(width * height);
    this.#forget();
  }

  /** The inside of rings: what lies within an odd number of them. */
  addArea(rings: readonly (readonly Pixel[])[]): void {
    const crossings = new Map<number, number[]>();
    for (const ring of rings)
      for (const [i, to] of ring.entries()) this.#addEdge(ring.at(i - 1)!, to, crossings);
    for (const [subline, found] of crossings) {
      found.sort((a, b) => a - b);
      const row = Math.floor(subline / SUBLINES);
      for (let i = 0; i + 1 < found.length; i += 2) this.#addSpan(row, found[i]!, found[i + 1]!);
    }
  }

  /** A line with round ends and corners. */
  addLine(pixels: readonly Pixel[], width: number): void {
    const [first] = pixels;
    if (first !== undefined && pixels.length === 1) this.#addStroke(first, first, width / 2);
    for (const [i, to] of pixels.entries()) if (i > 0) this.#addStroke(pixels[i - 1]!, to, width / 2);
  }

  addDot(at: Pixel, radius: number): void {
    this.#addStroke(at, at, radius);
  }

  /** Colours what was added since the last time. */
  paint([red, green, blue]: Color, opacity: number): void {
    for (let y = this.#top; y < this.#bottom; y++)
      for (let x = this.#left; x < this.#right; x++) {
        const at = y * this.width + x;
        const share = Math.min(1, this.#mask[at]!) * opacity;
        this.#mask[at] = 0;
        if (share === 0) continue;
        for (const [channel, value] of [red, green, blue].entries()) {
          const index = 3 * at + channel;
          this.pixels[index] = Math.round(this.pixels[index]! * (1 - share) + value * share);
        }
      }
    this.#forget();
  }

  #forget(): void {
    [this.#left, this.#top, this.#right, this.#bottom] = [this.width, this.height, 0, 0];
  }

  #use(left: number, top: number, right: number, bottom: number): void {
    this.#left = Math.min(this.#left, left);
    this.#top = Math.min(this.#top, top);
    this.#right = Math.max(this.#right, right);
    this.#bottom = Math.max(this.#bottom, bottom);
  }

  /** Where an edge crosses the middles of lines. */
  #addEdge(from: Pixel, to: Pixel, crossings: Map<number, number[]>): void {
    const [[x0, y0], [x1, y1]] = from[1] < to[1] ? [from, to] : [to, from];
    const first = Math.max(0, Math.ceil(y0 * SUBLINES - 0.5));
    const last = Math.min(this.height * SUBLINES - 1, Math.ceil(y1 * SUBLINES - 0.5) - 1);
    for (let subline = first; subline <= last; subline++) {
      const y = (subline + 0.5) / SUBLINES;
      const x = x0 + ((x1 - x0) * (y - y0)) / (y1 - y0);
      const found = crossings.get(subline);
      if (found === undefined) crossings.set(subline, [x]);
      else found.push(x);
    }
  }

  #addSpan(row: number, from: number, to: number): void {
    const [start, end] = [Math.max(0, from), Math.min(this.width, to)];
    if (end <= start) return;
    const [first, last] = [Math.floor(start), Math.ceil(end)];
    this.#use(first, row, last, row + 1);
    for (let x = first; x < last; x++)
      this.#mask[row * this.width + x]! += (Math.min(end, x + 1) - Math.max(start, x)) / SUBLINES;
  }

  /** All that is within a distance of the segment; at its edge, in part. */
  #addStroke(from: Pixel, to: Pixel, radius: number): void {
    const reach = radius + 0.5;
    const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach));
    const bottom = Math.min(this.height, Math.ceil(Math.max(from[1], to[1]) + reach));
    for (let row = top; row < bottom; row++) {
      const [low, high] = reachOfRow(from, to, row + 0.5, reach);
      const left = Math.max(0, Math.floor(low - reach));
      const right = Math.min(this.width, Math.ceil(high + reach));
      if (right > left) this.#use(left, row, right, row + 1);
      for (let x = left; x < right; x++) {
        const cover = Math.min(1, reach - distance(from, to, x + 0.5, row + 0.5));
        const at = row * this.width + x;
        if (cover > this.#mask[at]!) this.#mask[at] = cover;
      }
    }
  }
}

/** Between which x a segment runs within reach of a line, so that of long ones only pixels nearby are looked at. */
function reachOfRow([x0, y0]: Pixel, [x1, y1]: Pixel, y: number, reach: number): [low: number, high: number] {
  if (y0 === y1) return [Math.min(x0, x1), Math.max(x0, x1)];
  const xs = [y - reach, y + reach].map((edge) => {
    const share = Math.max(0, Math.min(1, (edge - y0) / (y1 - y0)));
    return x0 + share * (x1 - x0);
  });
  return [Math.min(...xs), Math.max(...xs)];
}

function distance([x0, y0]: Pixel, [x1, y1]: Pixel, x: number, y: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
}
