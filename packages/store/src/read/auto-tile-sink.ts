import { type BBox, BudgetTile, intersectsBox, tileBounds } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { TileQuery } from '../model/query/query.ts';
import { tileAttributes } from '../model/query/tile-attributes.ts';
import type { StreamEnd } from '../model/results.ts';
import type { Chunk } from './chunk.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';
import type { RowSink } from './row-sink.ts';

/** Draws features on a vector tile that is bounded in bytes: those of the lowest sample ranks, as far as they fit. */
export class AutoTileSink implements RowSink {
  readonly isFull = false;
  readonly #query: TileQuery & Required<Pick<TileQuery, 'auto'>>;
  readonly #filter: RowFilter;
  readonly #isSampled: boolean;
  readonly #count: number | undefined;
  readonly #bounds: BBox;
  readonly #drawn: BudgetTile;
  #tile: Chunk | undefined;

  /** `count`: how many features match in the tile, where they were counted; otherwise all of them are pushed. */
  constructor(
    query: TileQuery & Required<Pick<TileQuery, 'auto'>>,
    conditions: RowConditions,
    count: number | undefined,
  ) {
    const { layer, tile, marginPixels, auto, limit } = query;
    this.#query = query;
    this.#filter = new RowFilter(conditions);
    this.#isSampled = conditions.part < 1;
    this.#count = count;
    this.#bounds = tileBounds(tile);
    this.#drawn = new BudgetTile(layer, tile, marginPixels, auto.maxBytes, limit);
  }

  push(row: ReadRow): void {
    const feature = this.#filter.feature(row);
    const geometry = feature && this.#filter.geometry(row, false);
    if (!geometry) return;
    const isInside = intersectsBox(geometry, this.#bounds);
    if (!this.#drawn.isOpenTo(feature.id)) return this.#drawn.count(isInside);
    const { selection, auto } = this.#query;
    this.#drawn.add(feature.id, geometry, tileAttributes(feature, selection, auto.isWhole), isInside);
  }

  flush(): Chunk | undefined {
    const tile = this.#tile;
    this.#tile = undefined;
    return tile;
  }

  finish(): StreamEnd {
    const bytes = this.#drawn.finish(this.#count);
    this.#tile = bytes.length > 0 ? bytes : undefined;
    return { more: this.#isSampled || this.#drawn.isCutBack, last: 0 };
  }
}
