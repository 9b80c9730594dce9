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
  /** Of each line or ring, the number of positions up to its end; empty where nothing is to be seen. */
  readonly ends: number[] = [];
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
    this.ends.length = 0;
    this.#count = 0;
    this.#isOuterHidden = false;
    simplifier.begin();
  }

  point(longitude: number, latitude: number): void {
    this.kind = POINT;
    this.#add(this.#frame.x(longitude), this.#frame.y(latitude));
    this.ends.push(this.#count);
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
      else this.#isOuterHidden = this.ends.length === 0;
    }
    simplifier.begin();
  }

  #addRetained(): void {
    const { x, y, retained } = simplifier;
    for (let i = 0; i < retained.length; i++) this.#add(x[retained[i]!]!, y[retained[i]!]!);
    this.ends.push(this.#count);
  }

  #add(x: number, y: number): void {
    const at = 2 * this.#count++;
    if (at === this.coordinates.length) {
      const larger = new Float64Array(at * 2);
      larger.set(this.coordinates);
      this.coordinates = larger;
    }
    this.coordinates[at] = x * this.#scale;
    this.coordinates[at + 1] = y * this.#scale;
  }
}
