import {
  type BBox,
  BudgetTile,
  byChance,
  intersectsBox,
  type Precedence,
  sampleRank,
  tileBounds,
} from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import { plainValue } from '../model/json/exact-json.ts';
import { valueAt } from '../model/json/own.ts';
import type { StoredFeature } from '../model/query/match.ts';
import type { RankKey, TileQuery } from '../model/query/query.ts';
import { tileAttributes } from '../model/query/tile-attributes.ts';
import type { StreamEnd } from '../model/results.ts';
import type { Chunk } from './chunk.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';
import type { RowSink } from './row-sink.ts';

/**
 * Draws features on a vector tile that is bounded in bytes, as far as they fit: first those that have a number to be ranked by, then
 * those of the lowest sample ranks.
 */
export class AutoTileSink implements RowSink {
  readonly isFull = false;
  readonly #query: TileQuery & Required<Pick<TileQuery, 'auto'>>;
  readonly #filter: RowFilter;
  readonly #part: number;
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
    // Whether a feature is in the sample is decided here: one with a rank need not be.
    this.#filter = new RowFilter({ ...conditions, part: 1 });
    this.#part = conditions.part;
    this.#count = count;
    this.#bounds = tileBounds(tile);
    this.#drawn = new BudgetTile(layer, tile, marginPixels, auto.maxBytes, limit);
  }

  push(row: ReadRow): void {
    const feature = this.#filter.feature(row);
    const precedence = feature && this.#precedence(row, feature);
    const geometry = precedence && this.#filter.geometry(row, false);
    if (!geometry) return;
    const isInside = intersectsBox(geometry, this.#bounds);
    if (!this.#drawn.isOpenTo(precedence)) return this.#drawn.count(isInside);
    const { selection, auto } = this.#query;
    const attributes = tileAttributes(feature, selection, auto.isWhole);
    this.#drawn.add(feature.id, geometry, attributes, isInside, precedence);
  }

  /** Undefined of one that is not shown. */
  #precedence(row: ReadRow, feature: StoredFeature): Precedence | undefined {
    const { rank } = this.#query.auto;
    const weight = rank && weightOf(feature, rank);
    if (weight !== undefined) return { weight, rank: row.seq };
    const isLeftOut = this.#part < 1 && !row.isInSample && sampleRank(row.id) >= this.#part;
    return isLeftOut ? undefined : byChance(row.id);
  }

  flush(): Chunk | undefined {
    const tile = this.#tile;
    this.#tile = undefined;
    return tile;
  }

  finish(): StreamEnd {
    const bytes = this.#drawn.finish(this.#count);
    this.#tile = bytes.length > 0 ? bytes : undefined;
    return { more: this.#part < 1 || this.#drawn.isCutBack, last: 0 };
  }
}

/** What its rank makes of a feature; undefined where it has none. */
function weightOf(feature: StoredFeature, { path, isLeastFirst }: RankKey): number | undefined {
  const value = plainValue(valueAt(feature.properties, path));
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return isLeastFirst ? -value : value;
}
