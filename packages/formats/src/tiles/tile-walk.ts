import { tileAtPosition } from '../pmtiles/tile-id.ts';
import { inOrder } from './in-order.ts';
import { isWhole } from './is-whole.ts';
import type { TileAddress } from './tile-archive.ts';

/** Requests at the same time. */
const CONCURRENCY = 6;

/** Where nobody says how deep to go, no deeper than this: a unit of such a tile is 60 cm at the equator. */
export const DEFAULT_MAX_ZOOM = 14;

/** A zoom whose tiles show everything is followed by finer ones as long as it has no more tiles than this. */
const FEW_TILES = 5000;

export type ZoomRange = { minZoom: number; maxZoom: number | undefined };

export type WalkedTile = { tile: TileAddress; bytes: Uint8Array };

/**
 * Asks for the tiles that are not empty, zoom by zoom from the whole world on, and within a zoom along the Hilbert curve:
 * the order of PMTiles. Below an empty tile all are empty. Without a highest zoom it ends at the first one at which every
 * tile shows all features, or deeper where that takes few tiles: maps enlarge the tiles of the last zoom.
 */
export class TileWalk {
  readonly #read: (tile: TileAddress) => Promise<Uint8Array>;
  readonly #range: ZoomRange;
  /** The zoom that was walked last. */
  zoom = 0;
  /** Whether all tiles of that zoom show everything. */
  isWhole = true;

  constructor(read: (tile: TileAddress) => Promise<Uint8Array>, range: ZoomRange) {
    this.#read = read;
    this.#range = range;
  }

  async *tiles(): AsyncGenerator<WalkedTile> {
    // Positions along the curve are all that is held, and there are four below each.
    let positions = [0];
    for (this.zoom = 0; ; this.zoom++) {
      const found: number[] = [];
      this.isWhole = true;
      for await (const { position, tile, bytes } of this.#level(positions)) {
        if (bytes.length === 0) continue;
        found.push(position);
        this.isWhole &&= isWhole(bytes);
        if (tile.z >= this.#range.minZoom) yield { tile, bytes };
      }
      if (!this.#goesDeeper(found.length)) return;
      positions = found;
    }
  }

  #level(parents: readonly number[]) {
    const { zoom } = this;
    return inOrder(zoom === 0 ? parents : below(parents), CONCURRENCY, async (position) => {
      const tile = tileAtPosition(zoom, position);
      return { position, tile, bytes: await this.#read(tile) };
    });
  }

  #goesDeeper(tiles: number): boolean {
    const { minZoom, maxZoom } = this.#range;
    if (maxZoom !== undefined) return this.zoom < maxZoom;
    if (this.zoom < minZoom) return true;
    return this.zoom < DEFAULT_MAX_ZOOM && tiles > 0 && (!this.isWhole || tiles <= FEW_TILES);
  }
}

function* below(positions: readonly number[]): Generator<number> {
  for (const position of positions) for (let i = 0; i < 4; i++) yield 4 * position + i;
}
