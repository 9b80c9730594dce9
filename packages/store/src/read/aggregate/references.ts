import {
  type BBox,
  boxesMeet,
  boxOf,
  emptyBBox,
  extend,
  type Geometry,
  type Geos,
  isEmptyBBox,
  prepareShape,
  type Shape,
} from '@meridian/geo';
import { invalid } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { plainValue } from '../../model/json/exact-json.ts';
import { valueAt } from '../../model/json/own.ts';
import { MAX_REFERENCES } from '../../model/query/aggregate.ts';
import { StoredFeature } from '../../model/query/match.ts';
import { type Effect, forEach } from '../effect.ts';

/** Their geometries together may have so many characters. */
const MAX_CHARS = 32_000_000;
/** Cells of the grid in which they are looked up, on one side. */
const MAX_SIDE = 256;

type Reference = { value: unknown; shape: Shape; box: BBox };

/** The features of another space, ready to be held against many. `free` them when done. */
export class References {
  readonly #references: Reference[] = [];
  readonly #name: string;
  #chars = 0;
  #box = emptyBBox();
  #side = 1;
  #cells: number[][] = [];
  /** When a reference was last looked at, so that none is twice. */
  #seen = new Uint32Array(0);
  #lookup = 0;

  constructor(name: string) {
    this.#name = name;
  }

  *load(rows: Effect<void, ReadRow[]>, property: readonly string[] | undefined, geos: Geos): Effect<void> {
    yield* forEach(rows, (batch) => this.#take(batch, property, geos));
    this.#arrange();
  }

  /** The values of those that a geometry meets, each once; `geometry` is asked for only where it is more than a point. */
  meeting(box: BBox, geometry: () => Geometry | null): Set<unknown> {
    const found = new Set<unknown>();
    const isPoint = box.west === box.east && box.south === box.north;
    const tested: Geometry | null = isPoint
      ? { type: 'Point', coordinates: [box.west, box.south] }
      : geometry();
    if (tested === null) return found;
    this.#lookup++;
    for (const cell of this.#cellsOf(box))
      for (const index of this.#cells[cell]!) {
        if (this.#seen[index] === this.#lookup) continue;
        this.#seen[index] = this.#lookup;
        const { value, shape, box: own } = this.#references[index]!;
        if (!found.has(value) && boxesMeet(own, box) && shape.intersects(tested)) found.add(value);
      }
    return found;
  }

  free(): void {
    for (const { shape } of this.#references) shape.free();
  }

  *#take(rows: readonly ReadRow[], property: readonly string[] | undefined, geos: Geos): Effect<void> {
    for (const row of rows) {
      const feature = new StoredFeature(row.id, row);
      const { geometry } = feature;
      const box = geometry ? boxOf(geometry) : emptyBBox();
      if (!geometry || isEmptyBBox(box)) continue;
      this.#chars += row.propertiesStart - row.geometryStart;
      if (this.#references.length >= MAX_REFERENCES || this.#chars > MAX_CHARS)
        throw invalid(
          `groupBy: ${this.#name}: a space to group by can have at most ${MAX_REFERENCES} features with ${MAX_CHARS} characters of geometry`,
        );
      const value = property ? textOf(valueAt(feature.properties, property)) : row.id;
      this.#references.push({ value, shape: prepareShape(geos, geometry), box });
      yield undefined;
    }
  }

  #arrange(): void {
    for (const { box } of this.#references) {
      extend(this.#box, box.west, box.south);
      extend(this.#box, box.east, box.north);
    }
    this.#side = Math.min(MAX_SIDE, Math.ceil(2 * Math.sqrt(this.#references.length)) || 1);
    this.#cells = Array.from({ length: this.#side ** 2 }, () => []);
    for (const [index, { box }] of this.#references.entries())
      for (const cell of this.#cellsOf(box)) this.#cells[cell]!.push(index);
    this.#seen = new Uint32Array(this.#references.length);
  }

  *#cellsOf(box: BBox): Generator<number, void, void> {
    if (this.#references.length === 0 || !boxesMeet(box, this.#box)) return;
    const left = this.#column(box.west, this.#box.west, this.#box.east);
    const right = this.#column(box.east, this.#box.west, this.#box.east);
    const bottom = this.#column(box.south, this.#box.south, this.#box.north);
    const top = this.#column(box.north, this.#box.south, this.#box.north);
    for (let row = bottom; row <= top; row++)
      for (let column = left; column <= right; column++) yield row * this.#side + column;
  }

  #column(at: number, from: number, to: number): number {
    const column = to > from ? Math.floor(((at - from) / (to - from)) * this.#side) : 0;
    return Math.min(this.#side - 1, Math.max(0, column));
  }
}

/** Keys are texts and numbers; what else a property is counts as missing. */
function textOf(found: unknown): unknown {
  const value = plainValue(found);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
