import type { Feature } from '@meridian/formats/node';

type Geometry = NonNullable<Feature['geometry']>;
type Box = [west: number, south: number, east: number, north: number];

const MAX_POINTS = 4096;
const WIDTH = 48;
const HEIGHT = 12;
/** From empty to dense. */
const SHADES = [' ', '.', 'o', 'O', '#'] as const;

/** Where features lie, drawn with characters. */
export class DensityMap {
  /** The first position of every `#step`-th geometry. */
  #points: [number, number][] = [];
  #step = 1;
  #count = 0;
  #box: Box = [Infinity, Infinity, -Infinity, -Infinity];

  add(geometry: Geometry): void {
    const first = this.#extend(geometry);
    if (first === undefined || this.#count++ % this.#step !== 0) return;
    this.#points.push(first);
    if (this.#points.length < MAX_POINTS) return;
    this.#points = this.#points.filter((_, i) => i % 2 === 0);
    this.#step *= 2;
  }

  get extent(): Box | undefined {
    return this.#box[0] === Infinity ? undefined : this.#box;
  }

  lines(): string[] {
    const [west, south, east, north] = this.#box;
    const cells = Array.from({ length: HEIGHT }, () => new Array<number>(WIDTH).fill(0));
    for (const [x, y] of this.#points) {
      const column = cell(x - west, east - west, WIDTH);
      const row = HEIGHT - 1 - cell(y - south, north - south, HEIGHT);
      cells[row]![column]!++;
    }
    const max = Math.max(1, ...cells.flat());
    const edge = `+${'-'.repeat(WIDTH)}+`;
    return [edge, ...cells.map((row) => `|${row.map((count) => shade(count, max)).join('')}|`), edge];
  }

  /** Returns its first position; undefined where it has none. */
  #extend(geometry: Geometry): [number, number] | undefined {
    let first: [number, number] | undefined;
    const box = this.#box;
    const visit = (items: readonly unknown[]): void => {
      const [x, y] = items;
      if (typeof x !== 'number' || typeof y !== 'number') {
        for (const item of items) if (Array.isArray(item)) visit(item);
        return;
      }
      first ??= [x, y];
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    };
    if (geometry.type !== 'GeometryCollection') visit(geometry.coordinates);
    else
      for (const member of geometry.geometries) {
        const found = this.#extend(member);
        first ??= found;
      }
    return first;
  }
}

function cell(offset: number, range: number, cells: number): number {
  return range === 0 ? Math.floor(cells / 2) : Math.min(cells - 1, Math.floor((offset / range) * cells));
}

function shade(count: number, max: number): string {
  if (count === 0) return SHADES[0];
  return SHADES[1 + Math.min(3, Math.floor((count / max) * 4 * 0.999))]!;
}
