import { LINE, POINT, POLYGON } from '../mvt/kinds.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { ChainSimplifier } from './chain-simplifier.ts';
import { VIZ_GRID } from './visibility.ts';

const simplifier = new ChainSimplifier();

/**
 * What the grid of a tile can show of a feature, as `simplifyToGrid` has it, in buffers that are used again: a tile has tens of
 * thousands of them, and to make objects of their positions would take longer than to draw them.
 */
export class SeenFeature {
  readonly #frame: TileFrame;
  /** Units of the tile for each unit of the grid. */
  readonly #scale: number;
  #isOuterHidden = false;
  #count = 0;
  /** Of vector tiles. */
  kind = POINT;
  /** In units of the tile, x, y, x, y …: all lines or rings, one after the other. */
  coordinates = new Float64Array(256);
  /** Of each line or ring, the number of positions up to its end, and how many there are; none where nothing is to be seen. */
  ends = new Int32Array(64);
  endCount = 0;
  /** The id is these bytes of UTF-8, from one position up to another. */
  idBytes: Uint8Array = new Uint8Array();
  idFrom = 0;
  idTo = 0;

  constructor(tile: TileAddress, extent = 4096) {
    this.#frame = new TileFrame(tile, VIZ_GRID);
    // Twice as many units are exactly twice as many: no other coordinates come out than of a frame of that extent.
    this.#scale = extent / VIZ_GRID;
  }

  begin(bytes: Uint8Array, from: number, to: number): void {
    this.idBytes = bytes;
    this.idFrom = from;
    this.idTo = to;
    this.endCount = 0;
    this.#count = 0;
    this.#isOuterHidden = false;
    simplifier.begin();
  }

  point(longitude: number, latitude: number): void {
    this.kind = POINT;
    this.coordinates[0] = this.#frame.x(longitude) * this.#scale;
    this.coordinates[1] = this.#frame.y(latitude) * this.#scale;
  }

  /** The next position of a line or ring. */
  push(longitude: number, latitude: number): void {
    simplifier.push(this.#frame.x(longitude), this.#frame.y(latitude));
  }

  endLine(): void {
    this.kind = LINE;
    if (simplifier.line()) this.#addRetained();
    simplifier.begin();
  }

  /** Without its outer ring a polygon has no holes. */
  endRing(): void {
    this.kind = POLYGON;
    if (!this.#isOuterHidden) {
      if (simplifier.ring()) this.#addRetained();
      else this.#isOuterHidden = this.endCount === 0;
    }
    simplifier.begin();
  }

  #addRetained(): void {
    const { x, y, retained, retainedCount } = simplifier;
    const scale = this.#scale;
    this.#reserve(retainedCount);
    const { coordinates } = this;
    let at = 2 * this.#count;
    for (let i = 0; i < retainedCount; i++) {
      const from = retained[i]!;
      coordinates[at++] = x[from]! * scale;
      coordinates[at++] = y[from]! * scale;
    }
    this.#count += retainedCount;
    this.ends[this.endCount++] = this.#count;
  }

  /** Room for so many positions more, and for one more line or ring. */
  #reserve(more: number): void {
    const needed = 2 * (this.#count + more);
    if (needed > this.coordinates.length) {
      const larger = new Float64Array(2 * needed);
      larger.set(this.coordinates);
      this.coordinates = larger;
    }
    if (this.endCount < this.ends.length) return;
    const larger = new Int32Array(2 * this.endCount);
    larger.set(this.ends);
    this.ends = larger;
  }
}
