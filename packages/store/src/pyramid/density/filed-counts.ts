import { type BBox, boxOf, type Geometry, type TileAddress, tileBounds } from '@meridian/geo';
import type { Entries } from './candidate-entry.ts';
import { boxOfCandidate, GeometryRows, geometryOf } from './geometry-rows.ts';
import { blocksOf, TileCounts } from './tile-counts.ts';

/** Counts, below a tile, what is filed around it. */
export class FiledCounts {
  readonly #tile: TileAddress;
  readonly #counts = new TileCounts();
  /** The features whose geometries are not filed: they are to be read, and added. */
  readonly unread: number[] = [];

  constructor(tile: TileAddress, entries: Entries) {
    this.#tile = tile;
    const near = entries.near(new GeometryRows({ boxes: [tileBounds(tile)] }, undefined));
    for (const offset of near.offsets) {
      const candidate = entries.known.drawnAt(offset);
      const geometry = geometryOf(candidate);
      if (geometry) this.add(geometry, boxOfCandidate(candidate));
      else this.unread.push(candidate[0]);
    }
  }

  add(geometry: Geometry, box: BBox = boxOf(geometry)): void {
    this.#counts.add(geometry, box, 1);
  }

  blocks(): ReadonlyMap<number, Uint8Array> {
    return blocksOf(this.#tile, this.#counts.take());
  }
}
