import type { Position } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';

/** 24 bytes each, half as much again while the arrays grow. */
export const MAX_NODES = 20_000_000;
const FIRST_ROOM = 4096;
const GROWTH = 1.5;

/** Where the nodes of a file are: 24 bytes each, found by id, in whatever order they come. */
export class NodeLocations {
  readonly #file: string;
  #ids = new Float64Array(FIRST_ROOM);
  #positions = new Float64Array(2 * FIRST_ROOM);
  #count = 0;
  #isSorted = true;
  /** Indexes in the order of ids, where the file has another. */
  #order: Uint32Array | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  add(id: number, lon: number, lat: number): void {
    if (this.#count >= MAX_NODES)
      throw new FormatFault(
        'tooLarge',
        this.#file,
        `has more than ${MAX_NODES} nodes: cut out a part of it first`,
      );
    if (this.#count === this.#ids.length) this.#grow();
    if (this.#count > 0 && this.#ids[this.#count - 1]! >= id) this.#isSorted = false;
    this.#order = undefined;
    this.#ids[this.#count] = id;
    this.#positions[2 * this.#count] = lon;
    this.#positions[2 * this.#count + 1] = lat;
    this.#count++;
  }

  find(id: number): Position | undefined {
    const order = this.#isSorted ? undefined : this.#sorted();
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ids[order ? order[middle]! : middle]! < id) low = middle + 1;
      else high = middle;
    }
    const at = order ? order[low]! : low;
    if (low >= this.#count || this.#ids[at] !== id) return undefined;
    return [this.#positions[2 * at]!, this.#positions[2 * at + 1]!];
  }

  #sorted(): Uint32Array {
    const ids = this.#ids;
    this.#order ??= Uint32Array.from({ length: this.#count }, (_, i) => i).sort((a, b) => ids[a]! - ids[b]!);
    return this.#order;
  }

  #grow(): void {
    const room = Math.ceil(this.#ids.length * GROWTH);
    const ids = new Float64Array(room);
    const positions = new Float64Array(2 * room);
    ids.set(this.#ids);
    positions.set(this.#positions);
    this.#ids = ids;
    this.#positions = positions;
  }
}
