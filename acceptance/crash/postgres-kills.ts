import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, startCluster } from '../../testing/postgres/cluster.ts';
import { query } from '../../testing/postgres/database.ts';
import { until } from '../harness/departed.ts';
import { collection, type Feature, type FeatureCollection, feature, idsOf } from '../harness/geojson.ts';
import { type Hub, launchHub } from '../harness/hub.ts';
import { Random } from '../harness/random.ts';
import { newSpace, type Space } from '../harness/space.ts';

const WRITERS = 3;
const BATCH = 5;
/** More than a writer gets done between two kills. */
const MAX_WRITES = 1_000_000;
const MEANWHILE = new Set([503, 504]);

/** What the hub has said yes to: by id, the largest n. */
class Acknowledged {
  readonly #highest = new Map<string, number>();

  add(id: string, n: number): void {
    this.#highest.set(id, n);
  }

  get ids(): string[] {
    return [...this.#highest.keys()];
  }

  get(id: string): number {
    return this.#highest.get(id)!;
  }

  get size(): number {
    return this.#highest.size;
  }
}

/** Writes batches that belong together; each writer has ids of its own, and writes them again and again, with growing n. */
async function write(
  space: Space,
  hub: Hub,
  { writer, from }: { writer: number; from: number },
  known: Acknowledged,
  isOver: () => boolean,
) {
  for (let n = from; !isOver(); n++) {
    const ids = Array.from({ length: BATCH }, (_, i) => `w${writer}-${n % 40}-${i}`);
    const features = collection(...ids.map((id) => feature(id, { n })));
    const { status, text } = await hub.put(space.features, features);
    assert.ok(status === 200 || MEANWHILE.has(status), `${status}: ${text}`);
    if (status === 200) for (const id of ids) known.add(id, n);
  }
}

/** Whatever is answered is right: nothing acknowledged is missing or older than it was. */
async function read(space: Space, hub: Hub, known: Acknowledged, random: Random, isOver: () => boolean) {
  while (!isOver()) {
    const least = known.size;
    if (least === 0) {
      await pause(10);
      continue;
    }
    const id = known.ids[random.whole(0, least - 1)]!;
    const n = known.get(id);
    const one = await hub.get<Feature>(`${space.features}/${id}`);
    assert.ok(one.status === 200 || MEANWHILE.has(one.status), `${id}: ${one.status} ${one.text}`);
    if (one.status === 200) assert.ok((one.body.properties!.n as number) >= n, `${id} is older than it was`);
    const counted = await hub.get<{ count: number }>(`${space.path}/count`);
    assert.ok(counted.status === 200 || MEANWHILE.has(counted.status), counted.text);
    if (counted.status !== 200) continue;
    assert.ok(counted.body.count >= least, `${counted.body.count} of ${least}`);
    assert.equal(counted.body.count % BATCH, 0, 'a request is written whole or not at all');
  }
}

/** Kills PostgreSQL under load, so many times, and looks whether all that was acknowledged is there. How many features were. */
export async function killPostgres(
  kills: number,
  seed: number,
  log: (line: string) => void,
): Promise<{ acknowledged: number }> {
  const cluster = await startCluster({ fsync: 'on', full_page_writes: 'on' });
  if (typeof cluster === 'string') throw new Error(cluster);
  query(cluster.url, 'CREATE DATABASE hub');
  const store = cluster.url.replace(/postgres$/, 'hub');
  const hub = await launchHub({ settings: { MERIDIAN_STORE: store, MERIDIAN_STORE_CONNECTIONS: '8' } });
  try {
    const acknowledged = await killUnderLoad(kills, seed, { cluster, hub, log });
    await hub.stop();
    return { acknowledged };
  } finally {
    // Where a check fails, nobody is to wait for the hub.
    hub.program.child.kill('SIGKILL');
    await cluster.discard();
  }
}

type Stage = { cluster: Cluster; hub: Hub; log: (line: string) => void };

async function killUnderLoad(kills: number, seed: number, { cluster, hub, log }: Stage): Promise<number> {
  const space = await newSpace(hub);
  const random = new Random(seed);
  const known = new Acknowledged();
  for (let kill = 1; kill <= kills; kill++) {
    let isOver = false;
    const over = () => isOver;
    const load = Promise.all([
      ...Array.from({ length: WRITERS }, (_, writer) =>
        write(space, hub, { writer, from: kill * MAX_WRITES }, known, over),
      ),
      read(space, hub, known, random, over),
    ]);
    await pause(random.whole(200, 900));
    await cluster.stop('immediate');
    await pause(random.whole(0, 500));
    await cluster.start();
    await until('it goes on by itself', async () => {
      const written = await hub.put(space.features, collection(...probes(kill)));
      return written.status === 200 && (await hub.get(`${space.path}/search?limit=1`)).status === 200;
    });
    isOver = true;
    await load;
    await assertAllThere(hub, space, known, kill);
    log(`kill ${kill} of ${kills} of PostgreSQL: ${known.size} features acknowledged again and again`);
  }
  return known.size;
}

async function assertAllThere(hub: Hub, space: Space, known: Acknowledged, kill: number): Promise<void> {
  const { body } = await hub.get<FeatureCollection>(`${space.path}/iterate?limit=100000`);
  const found = new Map(body.features.map((one) => [one.id, one.properties!.n as number]));
  for (const id of known.ids) assert.ok(found.get(id)! >= known.get(id), `${id} after kill ${kill}`);
  assert.equal(new Set(idsOf(body)).size, body.features.length, 'no feature is there twice');
}

function probes(kill: number) {
  return Array.from({ length: BATCH }, (_, i) => feature(`probe-${i}`, { n: kill }));
}
