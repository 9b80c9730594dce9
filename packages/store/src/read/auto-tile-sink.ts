import {
  type BBox,
  BudgetTile,
  boxOf,
  byChance,
  type Geometry,
  type GeometryType,
  intersectsBox,
  type Precedence,
  roomStep,
  sampleRank,
  type TileAttributes,
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
import type { TileStandings } from './tile-standings.ts';

/**
 * Draws features on a vector tile that is bounded in bytes, as far as they fit: first those that have a number to be ranked by, then
 * those of the lowest sample ranks, where not all fit only those whose share reaches so far.
 */
export class AutoTileSink implements RowSink {
  readonly isFull = false;
  readonly #query: TileQuery & Required<Pick<TileQuery, 'auto'>>;
  readonly #filter: RowFilter;
  readonly #shares: TileShares | undefined;
  readonly #standings: TileStandings | undefined;
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
    { count, shares, standings, building }: TileSample,
  ) {
    const { layer, tile, marginPixels, auto, limit } = query;
    this.#query = query;
    // Whether a feature is in the sample is decided here: one with a rank need not be.
    this.#filter = new RowFilter({ ...conditions, part: 1 });
    this.#shares = shares;
    this.#standings = standings;
    this.#part = conditions.part;
    this.#isSampled = conditions.part < 1;
    this.#count = count;
    this.#building = building;
    this.#bounds = tileBounds(tile);
    this.#drawn = new BudgetTile(layer, tile, marginPixels, auto.maxBytes, limit);
  }

  push(row: ReadRow): void {
    const feature = this.#filter.feature(row);
    if (!feature) return;
    const type = row.share !== undefined && !this.#query.auto.rank ? storedType(row) : undefined;
    if (type !== undefined) return this.#addShared(feature, row, type, row.share!);
    const geometry = this.#geometry(row);
    if (!geometry) return;
    const weight = this.#weight(feature);
    if (weight === undefined) return this.#addByChance(feature, geometry);
    this.#addRanked(feature, geometry, { weight, rank: sampleRank(feature.id) });
  }

  /** What is large has its place whatever comes before it, as if it had no rank. */
  #addRanked(feature: StoredFeature, geometry: Geometry, precedence: Precedence): void {
    const attributes = this.#attributes(feature);
    if (this.#standings && this.#shares) {
      const box = boxOf(geometry);
      const step = roomStep(feature.id, geometry.type, attributes);
      const isLarge = this.#shares.of(box) === Infinity;
      if (!isLarge && !this.#standings.isShown(box, precedence, step)) return this.#leaveOut(geometry);
    }
    this.#add(feature, geometry, attributes, precedence);
  }

  /** Whether some features are not shown. */
  get #hasMore(): boolean {
    return this.#isSampled || this.#shares?.isSampled === true || this.#drawn.isCutBack;
  }

  #geometry(row: ReadRow): Geometry | null {
    const stored = this.#filter.drawn(row);
    return stored && this.#filter.within(stored, row, false);
  }

  #weight(feature: StoredFeature): number | undefined {
    const { rank } = this.#query.auto;
    return rank && weightOf(feature, rank);
  }

  #attributes(feature: StoredFeature): TileAttributes {
    const { selection, auto } = this.#query;
    return tileAttributes(feature, selection, auto.isWhole);
  }

  /** Its attributes are looked at only where its sample rank alone does not say that it is not shown. */
  #addByChance(feature: StoredFeature, geometry: Geometry): void {
    const chance = sampleRank(feature.id);
    const share = this.#shares ? this.#shares.of(boxOf(geometry)) : Infinity;
    if (chance >= this.#part || chance >= share) return this.#leaveOut(geometry);
    const attributes = this.#attributes(feature);
    const precedence = byChance(feature.id, geometry.type, attributes, chance);
    if (precedence.rank >= share) return this.#leaveOut(geometry);
    this.#add(feature, geometry, attributes, precedence);
  }

  /** One that is counted and whose share is known: its geometry is looked at only where it is shown. */
  #addShared(feature: StoredFeature, row: ReadRow, type: GeometryType, share: number): void {
    const chance = sampleRank(feature.id);
    const attributes = chance < share ? this.#attributes(feature) : undefined;
    const precedence = attributes && byChance(feature.id, type, attributes, chance);
    if (precedence && precedence.rank < share) {
      const geometry = this.#geometry(row);
      if (geometry) this.#add(feature, geometry, attributes!, precedence);
    } else if (!this.#hasMore) this.#isSampled = this.#geometry(row) !== null;
  }

  #add({ id }: StoredFeature, geometry: Geometry, attributes: TileAttributes, precedence: Precedence): void {
    const isInside = intersectsBox(geometry, this.#bounds);
    if (!this.#drawn.isOpenTo(precedence)) return this.#drawn.count(isInside);
    this.#drawn.add(id, geometry, attributes, isInside, precedence);
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
    return {
      more: this.#hasMore,
      last: 0,
      ...(this.#building === undefined ? {} : { building: this.#building }),
    };
  }
}

/** How many features match in a tile, which of them it shows, and of which part of all it is made while the rest is not filed. */
export type TileSample = {
  count?: number | undefined;
  shares?: TileShares | undefined;
  standings?: TileStandings | undefined;
  building?: number | undefined;
};

const TYPE_FIRST = '{"type":"';

/** The type of a geometry by the beginning of its text, where that has it. */
function storedType({ text, geometryStart }: ReadRow): GeometryType | undefined {
  if (!text.startsWith(TYPE_FIRST, geometryStart)) return undefined;
  const from = geometryStart + TYPE_FIRST.length;
  return text.slice(from, text.indexOf('"', from)) as GeometryType;
}

/** What its rank makes of a feature; undefined where it has none. */
export function weightOf(feature: StoredFeature, { path, isLeastFirst }: RankKey): number | undefined {
  const value = plainValue(valueAt(feature.properties, path));
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return isLeastFirst ? -value : value;
}
