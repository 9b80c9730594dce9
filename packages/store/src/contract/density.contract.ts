import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BBox,
  boxesMeet,
  boxOf,
  comparePrecedence,
  type Geometry,
  type Geos,
  hexbinResolution,
  loadGeos,
  sampleRank,
  type TileAddress,
  tileAt,
} from '@meridian/geo';
import fc from 'fast-check';
import { stepThrough } from '../../../../testing/effort.ts';
import type { ReadRow } from '../model/feature/row.ts';
import { prepareArea, tileArea } from '../model/query/area.ts';
import { StoredFeature } from '../model/query/match.ts';
import { NO_FILTER } from '../model/query/query.ts';
import { weightOf } from '../read/auto-tile-sink.ts';
import type { Effect } from '../read/effect.ts';
import {
  areaOf,
  autoOf,
  countedTileOf,
  type RowRead,
  rankedBy,
  sampledPart,
  sinkOf,
} from '../read/row-read.ts';
import { consume } from '../read/row-sink.ts';
import { sharedFrom, TileShares, tilesAround } from '../read/tile-shares.ts';
import { type Standing, TileStandings } from '../read/tile-standings.ts';
import { testGeometry } from './arbitrary.test-geometry.ts';
import type { FreshStore } from './engine.ts';
import { HEXBIN, tileQuery } from './plain-queries.ts';
import { resultOf } from './result-of.ts';
import { seed } from './seed.ts';
import { type SpaceUnderTest, walkOf } from './space-under-test.ts';
import { servedFeature, storedText } from './stored-text.ts';
import { VersionedSpace } from './versioned-space.ts';

/** More than a map shows at once, and more than an engine may wish to look at for every map. */
const CROWD = 21_000;
const BATCH = 3000;
const versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };

/** Low zooms of a full space, whatever they are answered from, against looking at every feature. */
export function densityContract(fresh: () => FreshStore): void {
  test(`low zooms show what looking at every feature gives, before and after writes (seed ${seed})`, async () => {
    const { store, indexed } = fresh();
    const geos = await loadGeos();
    const space = await VersionedSpace.of(store, 'crowd');
    const features = crowd();
    for (let from = 0; from < CROWD; from += BATCH) await space.put(features.slice(from, from + BATCH));
    await compare(space, geos, 29);

    await space.put([{ id: 'f1', geometry: null }], { versioning });
    const { latest: version } = await space.versions();
    await indexed(space.ref);
    await compare(space, geos, 23);

    await space.put(
      features.slice(0, 300).map(({ id }, i) => ({ id, geometry: features.at(-i)!.geometry })),
      { versioning },
    );
    await compare(space, geos, 37, version);
    await space.delete({ ids: features.slice(5000, 5400).map(({ id }) => id), versioning });
    const rule = { onExists: 'patch', onNotExists: 'create', onConflict: 'error' } as const;
    await space.put(
      features
        .slice(4000, 4200)
        .map(({ id }, i) => ({ id, geometry: { type: 'Point', coordinates: [i - 100, 0] } })),
      { rule, versioning },
    );
    await assert.rejects(space.put([{ id: 'f2', geometry: null }, { geometry: 'none' }]));
    await compare(space, geos, 23);
    await compare(space, geos, 31, version);
    await compare(space, geos, 47, version + 2);

    await space.delete({ returning: false, versioning });
    await space.put(features.slice(0, 10), { versioning });
    await compare(space, geos, 29);
  });

  test('what lies just beyond the end of the map is on no tile', async () => {
    const { store } = fresh();
    const space = await VersionedSpace.of(store, 'poles');
    const beyond = [85.0511287986, -85.05112879647325].map((lat, i) => ({
      id: `p${i}`,
      geometry: { type: 'Point', coordinates: [10, lat] } as Geometry,
    }));
    await space.put(beyond);
    const tileOf = async () => (await space.tile(tileQuery(tileAt('web', 0, 0, 0), { limit: 10 }))).bytes;
    assert.equal((await tileOf()).length, 0);
    await space.put([{ id: 'p0', geometry: { type: 'Point', coordinates: [10, 85.0511] } }]);
    assert.ok((await tileOf()).length > 0);
  });
}

function crowd(): { id: string; geometry: Geometry; properties: object }[] {
  const kinds = fc.sample(testGeometry, { seed, numRuns: 400 });
  return Array.from({ length: CROWD }, (_, i) => {
    const properties = i % 4 === 0 ? { weight: i % 997 } : { weight: i % 2 === 0 ? 'none' : null };
    if (i < kinds.length) return { id: `f${i}`, geometry: kinds[i]!, properties };
    // Not random, but all over the place: the rest of the way along two irrational steps.
    const [x, y] = [(i * 0.6180339887) % 1, (i * 0.7548776662) % 1];
    // Of lines of few decimals the density index has the geometry.
    const rounded = (degrees: number) => (i % 2 === 0 ? degrees : Number(degrees.toFixed(5)));
    // Some are so close together that deep tiles have their counts stored.
    const isClose = i % 5 === 1;
    const at = (isClose ? [10 + x / 10, 11.25 + y / 10] : [x * 60 - 20, y * 70 - 10]).map(rounded);
    const size = isClose ? 0.05 : 1;
    const end = [at[0]! + 0.02 * size * (i % 7), at[1]! + 0.03 * size * (i % 5)].map(rounded);
    return i % 3 === 0
      ? { id: `f${i}`, geometry: { type: 'LineString', coordinates: [at, end] } as Geometry, properties }
      : { id: `f${i}`, geometry: { type: 'Point', coordinates: at } as Geometry, properties };
  });
}

/** Every so many of the reads: a number that does not divide how many there are of a tile, so that each kind is among them. */
async function compare(space: SpaceUnderTest, geos: Geos, every: number, version?: number): Promise<void> {
  const at = version === undefined ? {} : { version };
  const { texts } = await space.page(at);
  const model = new Model(texts.map(rowOf), geos);
  const step = stepThrough(every);
  for (const [i, read] of reads().entries()) {
    if (i % step !== seed % step) continue;
    const expected = model.lookAtAll(read);
    const found = await foundBy(space, { ...read, query: { ...read.query, ...at } } as RowRead);
    assert.equal(found.more, expected.more, JSON.stringify([at, read]));
    assert.ok(Buffer.from(found.bytes).equals(expected.bytes), JSON.stringify([at, read]));
  }
}

async function foundBy(space: SpaceUnderTest, { kind, query }: RowRead) {
  if (kind === 'tile') return space.tile(query);
  if (kind === 'clusters') {
    const { cells, more } = await space.clusters(query);
    return { bytes: Buffer.from(cells.map((cell) => JSON.stringify(cell)).join(',')), more };
  }
  const { texts, end } = await space.page(query);
  return { bytes: Buffer.from(texts.join(',')), more: end.more };
}

/** What is looked at of a feature time and again is found out once. */
type Row = ReadRow & { geometry: Geometry | null; box: BBox | undefined; feature: StoredFeature };

function rowOf(text: string, i: number): Row {
  const served = servedFeature(text);
  const { geometry, id } = served.feature;
  const row = { ...storedText(text, served), seq: i + 1, id, hasZ: 1 };
  return {
    ...row,
    geometry,
    box: geometry ? boxOf(geometry) : undefined,
    feature: new StoredFeature(id, row),
  };
}

/** All features of a version, looked at one by one. */
class Model {
  readonly #rows: readonly Row[];
  readonly #geos: Geos;
  /** By tile: several reads are about the same ones. */
  readonly #meeting = new Map<string, Row[]>();

  constructor(rows: readonly Row[], geos: Geos) {
    this.#rows = rows;
    this.#geos = geos;
  }

  lookAtAll(read: RowRead): { bytes: Buffer; more: boolean } {
    const area = prepareArea(areaOf(read)!, this.#geos);
    const tile = countedTileOf(read);
    const count = tile ? this.#in(tile).length : 0;
    const near = this.#near(area.boxes);
    const auto = autoOf(read);
    const counts =
      auto && new Map([auto.tile, ...tilesAround(auto.tile)].map((one) => [one, this.#in(one).length]));
    const standings = counts && rankedBy(read) && this.#standingsOf(read, counts);
    const shares =
      counts && new TileShares(auto.tile, auto.room, counts, (one) => standings?.leftIn(one) ?? 1);
    const work = sinkOf(read, { area, part: sampledPart(read, count), count, shares, standings });
    const { bytes, end } = resultOf(consume(batch(near), work));
    area.free();
    return { bytes, more: end.more };
  }

  #near(boxes: readonly BBox[]): Row[] {
    return this.#rows.filter(({ box: own }) => own && boxes.some((box) => boxesMeet(own, box)));
  }

  #in(tile: TileAddress): Row[] {
    const key = JSON.stringify(tile);
    const known = this.#meeting.get(key);
    if (known) return known;
    const area = prepareArea(tileArea(tile, 0), this.#geos);
    const found = this.#near(area.boxes).filter(({ geometry }) => area.meets(geometry!));
    area.free();
    this.#meeting.set(key, found);
    return found;
  }

  #standingsOf(read: RowRead, counts: ReadonlyMap<TileAddress, number>): TileStandings {
    const { tile, room } = autoOf(read)!;
    const { rank, max } = rankedBy(read)!;
    const first = new Map<TileAddress, Standing[]>();
    for (const [one, count] of counts) {
      if (count < sharedFrom(room)) continue;
      const ranked = this.#in(one).flatMap(({ feature, seq }) => {
        const weight = weightOf(feature, rank);
        return weight === undefined ? [] : [{ weight, rank: sampleRank(feature.id), seq }];
      });
      first.set(one, ranked.sort(comparePrecedence).slice(0, max));
    }
    return new TileStandings(tile, room, first);
  }
}

function* batch(rows: Row[]): Effect<void, ReadRow[]> {
  yield rows;
}

const TILES = [
  [0, 0, 0],
  [1, 1, 0],
  [2, 2, 1],
  [4, 8, 7],
  [5, 17, 14],
  [9, 270, 240],
  [12, 2162, 1918],
  [14, 8649, 7673],
] as const;

function reads(): RowRead[] {
  return TILES.flatMap(([z, x, y]) => {
    const tile = tileAt('web', z, x, y);
    const features = walkOf({ area: tileArea(tile, 0), limit: 100_000 });
    const viz = { clip: true, viz: tile, selection: [] };
    const vector = tileQuery(tile, { limit: 100_000, selection: [], viz: true, sampling: 'high' });
    const hexbin = { ...HEXBIN, resolution: hexbinResolution(z), level: z };
    const clusters = { filter: NO_FILTER, limit: 100_000, area: tileArea(tile, 0) };
    const budget = { maxBytes: 100_000, isWhole: z === 1 };
    const rank = { path: ['weight'], isLeastFirst: z % 2 === 0 };
    const world = z > 4 ? clusters.area : { boxes: [{ west: -180, south: -90, east: 180, north: 90 }] };
    return [
      { kind: 'features', query: { ...features, view: viz, sampling: 'high' } },
      { kind: 'features', query: { ...features, view: { ...viz, clip: false }, sampling: 'med' } },
      { kind: 'features', query: { ...features, view: { viz: tile }, sampling: 'high', limit: 100 } },
      { kind: 'tile', query: vector },
      { kind: 'tile', query: tileQuery(tile, { limit: 100_000 }) },
      { kind: 'tile', query: { ...vector, marginPixels: 0, clip: false } },
      { kind: 'tile', query: { ...vector, limit: 50, sampling: 'off' } },
      { kind: 'tile', query: tileQuery(tile, { auto: budget }) },
      { kind: 'tile', query: tileQuery(tile, { selection: [], auto: { ...budget, rank } }) },
      { kind: 'clusters', query: { ...clusters, clustering: hexbin } },
      { kind: 'clusters', query: { ...clusters, clustering: { ...hexbin, sampling: 'low' } } },
      { kind: 'clusters', query: { ...clusters, area: world, clustering: hexbin, limit: 50 } },
      { kind: 'tile', query: { ...vector, marginPixels: 0, clustering: hexbin } },
    ] satisfies RowRead[];
  });
}
