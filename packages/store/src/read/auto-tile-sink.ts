import {
  type BBox,
  BudgetTile,
  boxOf,
  byChance,
  type FlatProperties,
  type Geometry,
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
import type { TileShares } from './tile-shares.ts';

/**
 * Draws features on a vector tile that is bounded in bytes, as far as they fit: first those that have a number to be ranked by, then
 * those of the lowest sample ranks, where not all fit only those whose share reaches so far.
 */
export class AutoTileSink implements RowSink {
  readonly isFull = false;
  readonly #query: TileQuery & Required<Pick<TileQuery, 'auto'>>;
  readonly #filter: RowFilter;
  readonly #shares: TileShares | undefined;
  readonly #part: number;
  readonly #count: number | undefined;
  readonly #bounds: BBox;
  readonly #drawn: BudgetTile;
  readonly #building: number | undefined;
  #isSampled: boolean;
  #tile: Chunk | undefined;

  /** `count`: how many features match in the tile, where they were counted; otherwise all of them are pushed. */
  constructor(
    query: TileQuery & Required<Pick<TileQuery, 'auto'>>,
    conditions: RowConditions,
    { count, shares, building }: TileSample,
  ) {
    const { layer, tile, marginPixels, auto, limit } = query;
    this.#query = query;
    // Whether a feature is in the sample is decided here: one with a rank need not be.
    this.#filter = new RowFilter({ ...conditions, part: 1 });
    this.#shares = shares;
    this.#part = conditions.part;
    this.#isSampled = conditions.part < 1 || (shares !== undefined && shares.own < 1);
    this.#count = count;
    this.#building = building;
    this.#bounds = tileBounds(tile);
    this.#drawn = new BudgetTile(layer, tile, marginPixels, auto.maxBytes, limit);
  }

  push(row: ReadRow): void {
    const feature = this.#filter.feature(row);
    const geometry = feature && this.#filter.geometry(row, false);
    if (!geometry) return;
    const weight = this.#weight(feature);
    const chance = weight === undefined ? this.#chance(row.id, geometry) : 0;
    if (chance === undefined) return this.#leaveOut(geometry);
    const { selection, auto } = this.#query;
    const attributes = tileAttributes(feature, selection, auto.isWhole);
    const precedence =
      weight === undefined ? this.#byChance(row.id, geometry, attributes, chance) : { weight, rank: row.seq };
    if (!precedence) return this.#leaveOut(geometry);
    const isInside = intersectsBox(geometry, this.#bounds);
    if (!this.#drawn.isOpenTo(precedence)) return this.#drawn.count(isInside);
    this.#drawn.add(feature.id, geometry, attributes, isInside, precedence);
  }

  #weight(feature: StoredFeature): number | undefined {
    const { rank } = this.#query.auto;
    return rank && weightOf(feature, rank);
  }

  /** Its sample rank; undefined where that is enough to know that it is not shown. */
  #chance(id: string, geometry: Geometry): number | undefined {
    const chance = sampleRank(id);
    if (chance >= this.#part) return undefined;
    return this.#shares && chance >= this.#shares.of(boxOf(geometry)) ? undefined : chance;
  }

  /** Undefined of one that is not shown. */
  #byChance(
    id: string,
    geometry: Geometry,
    attributes: FlatProperties,
    chance: number,
  ): Precedence | undefined {
    const precedence = byChance(id, geometry, attributes, chance);
    const isShown = !this.#shares || precedence.rank < this.#shares.of(boxOf(geometry));
    return isShown ? precedence : undefined;
  }

  #leaveOut(geometry: Geometry): void {
    this.#isSampled = true;
    if (this.#count === undefined) this.#drawn.count(intersectsBox(geometry, this.#bounds));
  }

  flush(): Chunk | undefined {
    const tile = this.#tile;
    this.#tile = undefined;
    return tile;
  }

  finish(): StreamEnd {
    const bytes = this.#drawn.finish(this.#count);
    this.#tile = bytes.length > 0 ? bytes : undefined;
    const more = this.#isSampled || this.#drawn.isCutBack;
    return { more, last: 0, ...(this.#building === undefined ? {} : { building: this.#building }) };
  }
}

/** How many features match in a tile, which of them it shows, and of which part of all it is made while the rest is not filed. */
export type TileSample = {
  count?: number | undefined;
  shares?: TileShares | undefined;
  building?: number | undefined;
};

/** What its rank makes of a feature; undefined where it has none. */
function weightOf(feature: StoredFeature, { path, isLeastFirst }: RankKey): number | undefined {
  const value = plainValue(valueAt(feature.properties, path));
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return isLeastFirst ? -value : value;
}
