import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomCases } from '../../testing/effort.ts';
import { type FeatureCollection, idsOf } from '../harness/geojson.ts';
import { type Hub, startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile, type TileFeature } from '../harness/vector-tile.ts';
import { crossingsAt } from './edge-crossings.ts';
import { isOnMap, type Tile } from './on-map.ts';
import { type MapFeature, randomMap } from './random-map.ts';

const BUDGET = 20_000;
const DEEPEST = 13;
const COUNT = 800;
/** In units of a tile: both sides round, each on its own grid. */
const TOLERANCE = 16;

const hub = await startHub();
/** Whichever engine the run has, its tiles are those of this one. */
const other = await startHub({ settings: { MERIDIAN_STORE: 'memory:' } });

async function drawn(at: Hub, path: string, { z, x, y }: Tile): Promise<Uint8Array> {
  const query = `mode=auto&tileBytes=${BUDGET}&skipCache=true`;
  const response = await at.get<undefined>(`${path}/tile/web/${z}/${x}/${y}.mvt?${query}`);
  assert.equal(response.status, 200, response.text);
  return response.bytes;
}

/** Ids of all that meets a tile, its edges included. */
async function meeting(path: string, { z, x, y }: Tile): Promise<Set<string>> {
  const { body } = await hub.get<FeatureCollection>(
    `${path}/tile/web/${z}/${x}/${y}?limit=100000&selection=`,
  );
  return new Set(idsOf(body));
}

const byId = (features: readonly TileFeature[]) =>
  new Map(features.map((feature) => [String(feature.properties.id), feature]));

for (let round = 0; round < randomCases(1); round++) {
  const random = new Random(seed + round);

  test(`tiles of a random space at every zoom (seed ${seed + round})`, async () => {
    // The crowd is on an edge between tiles, the way down is just west of it.
    const centre: [number, number] = [random.whole(-6, 6) * 22.5, random.whole(-60, 60)];
    const features = randomMap(random, centre, COUNT);
    const ofId = new Map(features.map((feature) => [feature.id, feature]));
    const id = `oracle${round}`;
    // Half of the features have this number.
    const ranked = random.pick<object>([
      {},
      { rank: 'importance' },
      { rank: { property: 'importance', order: 'ascending' } },
    ]);
    const { path } = await newSpace(hub, { id, ...ranked });
    await newSpace(other, { id, ...ranked });
    for (const at of [hub, other]) {
      const written = await at.put(`${path}/features`, { type: 'FeatureCollection', features });
      assert.equal(written.status, 200, written.text);
    }
    let above = new Set<string>();
    let shared = 0;
    for (let zoom = 0; zoom <= DEEPEST; zoom++) {
      const tile = tileOf(zoom, centre[0] - 1e-9, centre[1]);
      const name = `${tile.z}/${tile.x}/${tile.y}`;
      const bytes = await drawn(hub, path, tile);
      assert.ok(bytes.length <= BUDGET, `${bytes.length} bytes at ${name}`);
      assert.ok(Buffer.from(bytes).equals(await drawn(other, path, tile)), `another engine at ${name}`);
      const found = readVectorTile(bytes).flatMap((layer) => layer.features);
      const shown = byId(found);
      assert.equal(shown.size, found.length, `a feature is there twice at ${name}`);
      const all = await meeting(path, tile);
      for (const id of above)
        if (all.has(id) && isOnMap(ofId.get(id)!, tile)) assert.ok(shown.has(id), `${id} is gone at ${name}`);
      const counts = found.map(({ properties }) =>
        all.has(String(properties.id)) ? Number(properties.point_count) : 0,
      );
      // Where all that a tile has is hidden by a crowded neighbour, nothing is left to count by.
      if (found.some(({ properties }) => all.has(String(properties.id))))
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          all.size,
          `counts at ${name}`,
        );
      shared += await compareEdges(path, tile, shown, all, ofId);
      above = new Set(shown.keys());
    }
    assert.ok(shared > 20, `${shared} features were seen on both sides of an edge`);
  });

  /**
   * What is drawn on both sides of the eastern edge meets there, and what is on both sides is drawn on both or on none. Returns how
   * many are drawn on both.
   */
  async function compareEdges(
    path: string,
    tile: Tile,
    shown: Map<string, TileFeature>,
    all: Iterable<string>,
    ofId: ReadonlyMap<string, MapFeature>,
  ): Promise<number> {
    if (tile.x === 2 ** tile.z - 1) return 0;
    const eastern = { ...tile, x: tile.x + 1 };
    const east = await drawn(hub, path, eastern);
    const there = byId(readVectorTile(east).flatMap((layer) => layer.features));
    const beyond = await meeting(path, eastern);
    const isOnBoth = (feature: MapFeature) => isOnMap(feature, tile) && isOnMap(feature, eastern);
    for (const id of all)
      if (beyond.has(id) && isOnBoth(ofId.get(id)!))
        assert.equal(there.has(id), shown.has(id), `${id} on one side of ${tile.z}/${tile.x}/${tile.y}`);
    let compared = 0;
    for (const [id, feature] of shown) {
      const across = there.get(id);
      if (!across) continue;
      const [here, beyond] = sharedCrossings(crossingsAt(feature, 4096), crossingsAt(across, 0));
      if (here.length === 0) continue;
      compared++;
      const name = `${id} at the eastern edge of ${tile.z}/${tile.x}/${tile.y}`;
      assert.equal(here.length, beyond.length, `${name}: ${here} and ${beyond}`);
      for (const [i, y] of here.entries())
        assert.ok(Math.abs(y - beyond[i]!) <= TOLERANCE, `${name}: ${here} and ${beyond}`);
    }
    return compared;
  }
}

/** Without those at the ends of an edge that are a little beyond it in the other tile. */
function sharedCrossings(here: readonly number[], beyond: readonly number[]): [number[], number[]] {
  const isShared = (y: number, others: readonly number[]) =>
    (y > TOLERANCE && y < 4096 - TOLERANCE) || others.some((other) => Math.abs(other - y) <= TOLERANCE);
  return [here.filter((y) => isShared(y, beyond)), beyond.filter((y) => isShared(y, here))];
}

/** The tile of a position. */
function tileOf(z: number, lon: number, lat: number): Tile {
  const sine = Math.sin((lat * Math.PI) / 180);
  const row = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor(((lon + 180) / 360) * 2 ** z), y: Math.floor(row * 2 ** z) };
}
