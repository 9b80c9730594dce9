import { sampleRank } from '../bin/sample-rank.ts';
import type { Geometry, GeometryType } from '../geojson.ts';
import type { TileAddress } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { AttributeScan } from './attribute-scan.ts';
import { ByteWriter, varintLength } from './byte-writer.ts';
import { featureNumber } from './feature-number.ts';
import { type FlatAttributes, HeldAttributes, type HeldPairs } from './held-attributes.ts';
import { LINE, POINT } from './kinds.ts';
import { FEATURE_BYTES, LINE_BYTES, POINT_BYTES, POLYGON_BYTES, rankInRoom, roomStep } from './room.ts';
import { TileLayer, unitsOf } from './tile-layer.ts';
import { UnitCutter } from './unit-cutter.ts';
import { coarsened, drawShape, EXTENT, OUTLINE, type UnitShape } from './unit-shape.ts';

/** A budget has room for one feature in so many bytes at most; few features take less. */
const LEAST_FEATURE_BYTES = 64;

/** Attributes of a feature that take more than this part of the budget are left out, all but its id. */
const ATTRIBUTES_PART = 1 / 64;

/** A geometry takes no more than this part of the budget. */
const GEOMETRY_PART = 1 / 4;

/** What is held is cut back to what fits whenever it has grown by so many bytes; geometries are held in no more than that. */
const MAX_GROWTH = 16 * 1024 * 1024;

/** Grids that geometries are drawn on, until all fits: every so many units of the tile. */
const STEPS = [1, 2, 4, 8, 16, 32, 64, 128, 256, OUTLINE];
const MAX_GRID = 256;

/** The attributes of a feature, those of a scan until the next. */
export type TileAttributes = FlatAttributes | AttributeScan;

/** Which features are shown first: those of the greatest weight, among them those of the lowest rank. */
export type Precedence = { weight: number; rank: number };

/**
 * Where no rank is given: pseudo-random by the feature's id, so the same in every tile and on every engine. What takes more room
 * comes later, so that as many bytes are shown of long features as of short ones.
 */
export function byChance(
  id: string,
  type: GeometryType,
  attributes: TileAttributes,
  chance = sampleRank(id),
): Precedence {
  return { weight: -Infinity, rank: rankInRoom(chance, roomStep(id, type, attributes)) };
}

/** `isInside`: it meets the tile itself, not only the margin around it. */
type Entry = Precedence & {
  id: string;
  pairs: HeldPairs;
  shapes: UnitShape[];
  isInside: boolean;
};

/** How many features fit into a tile of so many bytes, at most. */
export function maxFeaturesOf(maxBytes: number): number {
  return Math.floor(maxBytes / LEAST_FEATURE_BYTES);
}

/**
 * A vector tile of no more than so many bytes. Of what does not fit, the features that come last are left out. Which these
 * are is decided by attributes and a fixed allowance for geometries, neither of which depends on the zoom, so that a tile
 * shows all that the tile above it shows there. Geometries are then drawn as finely as the rest of the budget allows.
 */
export class BudgetTile {
  readonly #layer: string;
  readonly #maxBytes: number;
  readonly #maxFeatures: number;
  readonly #cutter: UnitCutter;
  readonly #coordinateBytes: number;
  readonly #commands = new ByteWriter(4096);
  readonly #attributes = new HeldAttributes();
  #entries: Entry[] = [];
  /** The first of those that no longer fit. */
  #firstOut: Precedence | undefined;
  #grown = 0;
  /** The grid of the geometries that are held. */
  #grid = 1;
  #inside = 0;
  /** What the features that fit take without their geometries. */
  #described = 0;

  constructor(layer: string, tile: TileAddress, bufferPixels: number, maxBytes: number, maxFeatures: number) {
    this.#layer = layer;
    this.#maxBytes = maxBytes;
    this.#maxFeatures = Math.min(maxFeatures, maxFeaturesOf(maxBytes));
    const buffer = unitsOf(bufferPixels, EXTENT);
    this.#cutter = new UnitCutter(new TileFrame(tile, EXTENT), buffer);
    this.#coordinateBytes = varintLength(2 * (EXTENT + 2 * buffer + 2 * MAX_GRID));
  }

  /** Whether a feature may still be shown; others need only be counted. */
  isOpenTo(precedence: Precedence): boolean {
    return this.#firstOut === undefined || comparePrecedence(precedence, this.#firstOut) < 0;
  }

  /** Counts a feature that is not to be shown. */
  count(isInside: boolean): void {
    if (isInside) this.#inside++;
  }

  add(
    id: string,
    geometry: Geometry,
    attributes: TileAttributes,
    isInside: boolean,
    { weight, rank } = byChance(id, geometry.type, attributes),
  ): void {
    this.count(isInside);
    const shapes = this.#cutter.shapes(geometry).map((shape) => this.#fitted(shape));
    const bytes = ownBytes(attributes);
    const isHeavy = bytes > this.#maxBytes * ATTRIBUTES_PART;
    const pairs = this.#held(id, isHeavy ? [] : attributes);
    this.#entries.push({ id, weight, rank, pairs, shapes, isInside });
    this.#grown += 200 + (isHeavy ? 0 : 2 * bytes) + heldBytes(shapes);
    if (this.#grown <= MAX_GROWTH && this.#entries.length <= 4 * this.#maxFeatures) return;
    this.#cutBack();
    this.#attributes.keepOnly(this.#entries);
  }

  #held(id: string, attributes: TileAttributes): HeldPairs {
    return attributes instanceof AttributeScan
      ? this.#attributes.holdScan(id, attributes)
      : this.#attributes.hold(id, attributes);
  }

  /** Whether something was left out for lack of room. Known at the end. */
  get isCutBack(): boolean {
    return this.#firstOut !== undefined;
  }

  /** The tile; no bytes at all if nothing is in it. `total`: how many features meet the tile itself, if more than were added. */
  finish(total = 0): Uint8Array<ArrayBuffer> {
    this.#cutBack();
    const entries = this.#entries.filter(({ shapes }) => shapes.length > 0);
    const layer = new TileLayer(this.#layer, EXTENT, entries.length);
    const step = this.#step(entries);
    const shares = new Shares(entries, Math.max(total, this.#inside));
    const written = this.#attributes.writing(shares.all);
    for (const { id, pairs, shapes, isInside } of entries)
      for (let i = 0; i < shapes.length; i++) {
        const shape = shapes[i]!;
        written.describe(pairs, i === 0 ? shares.next(isInside) : 0);
        drawShape(step === 1 ? shape : coarsened(shape, step), this.#commands);
        layer.add(shape.kind, written.tags, this.#commands, featureNumber(id));
      }
    return layer.finish(written.keys.bytes, written.values.bytes);
  }

  /** Lets go of what does not fit. */
  #cutBack(): void {
    const entries = this.#entries.sort((a, b) => comparePrecedence(a, b) || (a.id < b.id ? -1 : 1));
    const fitting = this.#fitting(entries);
    if (fitting < entries.length) this.#firstOut = entries[fitting];
    this.#entries = entries.slice(0, fitting);
    this.#grown = 0;
    while (this.#grid < MAX_GRID && geometryBytes(this.#entries) > MAX_GROWTH) {
      this.#grid *= 2;
      for (const entry of this.#entries)
        entry.shapes = entry.shapes.map((shape) => coarsened(shape, this.#grid));
    }
  }

  /** How many of the first features fit; what these take without their geometries, at most, is known then. */
  #fitting(entries: readonly Entry[]): number {
    // To describe them only to see that all fit would take as long as to write them.
    const max = this.#maxBytesOf(entries);
    if (entries.length <= this.#maxFeatures && max.described + max.geometries <= this.#maxBytes) {
      this.#described = max.described;
      return entries.length;
    }
    const measured = this.#attributes.measuring();
    let bytes = 64 + 3 * this.#layer.length;
    let allowances = 0;
    this.#described = bytes;
    for (let i = 0; i < entries.length; i++) {
      if (i === this.#maxFeatures) return i;
      const { pairs, shapes } = entries[i]!;
      if (shapes.length === 0) continue;
      bytes += shapes.length * (FEATURE_BYTES + measured.add(pairs));
      for (const { kind } of shapes) allowances += allowance(kind);
      const described = bytes + measured.bytes;
      if (described + allowances > this.#maxBytes) return i;
      this.#described = described;
    }
    return entries.length;
  }

  /** What features take at most, without and with their geometries on the finest grid; of these no less than what they are allowed. */
  #maxBytesOf(entries: readonly Entry[]): { described: number; geometries: number } {
    const { bytes, pairBytes } = this.#attributes.bounds();
    let [described, geometries] = [64 + 3 * this.#layer.length + bytes, 0];
    for (const { pairs, shapes } of entries)
      for (const shape of shapes) {
        described += FEATURE_BYTES + (pairs.length / 2 + 1) * pairBytes;
        geometries += Math.max(allowance(shape.kind), this.#upperBound(shape));
      }
    return { described, geometries };
  }

  /** A geometry that takes a large part of the budget is made coarser by itself. */
  #fitted(shape: UnitShape): UnitShape {
    let fitted = this.#grid === 1 ? shape : coarsened(shape, this.#grid);
    if (this.#upperBound(fitted) <= this.#maxBytes * GEOMETRY_PART) return fitted;
    for (const step of STEPS.slice(1)) {
      if (this.#drawnBytes(fitted) <= this.#maxBytes * GEOMETRY_PART) break;
      fitted = coarsened(shape, step);
    }
    return fitted;
  }

  /** The finest grid on which all geometries take no more than what attributes leave of the budget. */
  #step(entries: readonly Entry[]): number {
    const left = this.#maxBytes - this.#described;
    let most = 0;
    for (const { shapes } of entries) for (const shape of shapes) most += this.#upperBound(shape);
    if (most <= left) return 1;
    const isRoomFor = (step: number) => {
      let bytes = 0;
      for (const { shapes } of entries)
        for (const shape of shapes) {
          bytes += this.#drawnBytes(step === 1 ? shape : coarsened(shape, step));
          if (bytes > left) return false;
        }
      return true;
    };
    return STEPS.find(isRoomFor) ?? OUTLINE;
  }

  /** What a shape takes at most, known without drawing it: two commands and the end of each path, and coordinates. */
  #upperBound({ paths }: UnitShape): number {
    let bytes = 0;
    for (const { points } of paths) bytes += 11 + this.#coordinateBytes * points.length;
    return bytes;
  }

  #drawnBytes(shape: UnitShape): number {
    drawShape(shape, this.#commands);
    return this.#commands.length;
  }
}

/** How many features each of those that are shown stands for: as many as the others, and in sum all that meet the tile. */
class Shares {
  readonly #each: number;
  #more: number;

  constructor(entries: readonly Entry[], total: number) {
    const inside = entries.reduce((sum, { isInside }) => sum + (isInside ? 1 : 0), 0);
    this.#each = inside === 0 ? 1 : Math.floor(total / inside);
    this.#more = inside === 0 ? 0 : total - this.#each * inside;
  }

  /** The counts that there are, and that of what is drawn of a feature once more. */
  get all(): number[] {
    return [0, this.#each, this.#each + 1];
  }

  next(isInside: boolean): number {
    return isInside && this.#more-- > 0 ? this.#each + 1 : this.#each;
  }
}

/** Below 0 where the first comes before the second. */
export function comparePrecedence(a: Precedence, b: Precedence): number {
  if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1;
  return a.rank - b.rank;
}

function allowance(kind: number): number {
  return kind === POINT ? POINT_BYTES : kind === LINE ? LINE_BYTES : POLYGON_BYTES;
}

function ownBytes(attributes: TileAttributes): number {
  if (attributes instanceof AttributeScan) return attributes.heldBytes;
  let bytes = 0;
  for (let i = 0; i < attributes.length; i += 2) {
    const value = attributes[i + 1]!;
    bytes += (attributes[i] as string).length + (typeof value === 'string' ? 3 * value.length : 9);
  }
  return bytes;
}

function geometryBytes(entries: readonly Entry[]): number {
  return entries.reduce((sum, { shapes }) => sum + heldBytes(shapes), 0);
}

function heldBytes(shapes: readonly UnitShape[]): number {
  let bytes = 0;
  for (const { paths } of shapes) for (const { points } of paths) bytes += 100 + 4 * points.length;
  return bytes;
}
