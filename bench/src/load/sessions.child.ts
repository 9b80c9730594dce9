import { setTimeout as sleep } from 'node:timers/promises';
import { collectionText, INDEXED_PROPERTY, SELECTIVITY } from '../data/feature.ts';
import { type Random, randomFrom } from '../data/random.ts';
import { tileOf, tilePath } from '../data/tile.ts';
import { CITIES } from '../data/words.ts';
import { serveCalls } from '../floors/child.ts';
import { Connections } from './connections.ts';

/** What one kind of client met. */
export type Met = { milliseconds: number[]; errors: string[] };

export type SessionOrder = {
  url: string;
  space: string;
  seconds: number;
  kind: 'map' | 'dashboard' | 'ingest';
  clients: number;
};

type Client = {
  random: Random;
  get(path: string): Promise<void>;
  put(path: string, body: string): Promise<void>;
};

/** A browser opens so many connections to one server. */
const CONNECTIONS_PER_CLIENT = 6;
const BATCH = 1000;

/** So many clients of a kind, each in a closed loop with pauses, as people have: who waits does not ask on. */
async function run({ url, space, seconds, kind, clients }: SessionOrder): Promise<Met> {
  const met: Met = { milliseconds: [], errors: [] };
  const end = performance.now() + seconds * 1000;
  const session = { map: pan, dashboard: look, ingest: load }[kind];
  await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const pool = new Connections(url, CONNECTIONS_PER_CLIENT);
      const timed = async (request: Parameters<Connections['send']>[0]) => {
        const sent = performance.now();
        try {
          await pool.send(request);
          met.milliseconds.push(performance.now() - sent);
        } catch (error) {
          met.errors.push((error as Error).message);
        }
      };
      const client: Client = {
        random: randomFrom(100 + number),
        get: (path) => timed({ method: 'GET', path }),
        put: (path, body) => timed({ method: 'PUT', path, body }),
      };
      await session(client, `/hub/spaces/${space}`, () => performance.now() < end, number);
      pool.close();
    }),
  );
  return met;
}

/** Somebody looks at a city, moves the map a few times, zooms, looks at another. */
async function pan({ random, get }: Client, space: string, goesOn: () => boolean): Promise<void> {
  await sleep(random.unit() * 2000);
  while (goesOn()) {
    const [longitude, latitude] = random.pickSkewed(CITIES);
    let zoom = random.whole(4, 15);
    let centre = tileOf(longitude + random.bell() * 0.1, latitude + random.bell() * 0.1, zoom);
    for (let step = 0; step < 5 && goesOn(); step++) {
      const [columns, rows] = [random.whole(5, 9), random.whole(4, 6)];
      const view: string[] = [];
      for (let x = 0; x < columns; x++)
        for (let y = 0; y < rows; y++)
          view.push(
            tilePath({ z: zoom, x: clamp(centre.x + x - 3, zoom), y: clamp(centre.y + y - 2, zoom) }),
          );
      await Promise.all([...new Set(view)].map((tile) => get(`${space}/tile/web/${tile}.mvt?mode=viz`)));
      await sleep(1000 + random.unit() * 2000);
      if (random.unit() < 0.3) {
        zoom = Math.min(16, zoom + 1);
        centre = { z: zoom, x: centre.x * 2, y: centre.y * 2 };
      } else centre = { ...centre, x: centre.x + random.whole(-3, 3), y: centre.y + random.whole(-2, 2) };
    }
  }
}

function clamp(value: number, zoom: number): number {
  return Math.min(2 ** zoom - 1, Math.max(0, value));
}

/** A page of figures that renews itself. */
async function look({ random, get }: Client, space: string, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const [longitude, latitude] = random.pickSkewed(CITIES);
    const [west, south] = [longitude + random.bell() * 0.1, latitude + random.bell() * 0.1];
    const box = `west=${west}&south=${south}&east=${west + 0.02}&north=${south + 0.02}`;
    await Promise.all([
      get(`${space}/statistics`),
      get(`${space}/count`),
      get(`${space}/bbox?${box}&limit=500`),
      get(`${space}/bbox?${box}&clustering=hexbin`),
      get(`${space}/search?limit=100&p.${INDEXED_PROPERTY}=${random.whole(0, SELECTIVITY - 1)}`),
    ]);
    await sleep(2000);
  }
}

/** Collections of new features, one after the other. */
async function load({ put }: Client, space: string, goesOn: () => boolean, number: number): Promise<void> {
  for (let from = 50_000_000 + number * 10_000_000; goesOn(); from += BATCH)
    await put(`${space}/features`, collectionText(from, BATCH));
}

serveCalls({ run });
