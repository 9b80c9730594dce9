import { Agent, request as open } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hub } from '../../harness/hub.ts';
import { ADMIN, signedIn } from '../../harness/people.ts';
import { Random } from '../../harness/random.ts';

const FEATURES = 2000;
const TAGS = ['red', 'green', 'blue'];
const AT_ONCE = 6;
const TIMEOUT_MS = 120_000;

export type Outcome = { kind: string; status: number; ms: number };

type Call = {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  leaves?: true;
};
type Maker = (random: Random, space: string) => Call;

const IDS = Array.from({ length: FEATURES }, (_, n) => `f${n}`);
const feature = (random: Random, id = anyId(random)) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [random.next() * 360 - 180, random.next() * 170 - 85] },
  properties: {
    n: random.whole(0, 1000),
    text: 'x'.repeat(random.whole(0, 300)),
    '@ns:com:here:xyz': { tags: random.some(TAGS, 2) },
  },
});
const anyId = (random: Random) => random.pick(IDS);
const zoomed = (random: Random) => {
  const z = random.whole(0, 6);
  return `${z}/${random.whole(0, 2 ** z - 1)}/${random.whole(0, 2 ** z - 1)}`;
};

/** What clients do, with how often of a hundred. */
const CALLS: readonly [kind: string, share: number, make: Maker][] = [
  ['by id', 25, (random, space) => ({ path: `${space}/features/${anyId(random)}` })],
  [
    'by ids',
    5,
    (random, space) => ({ path: `${space}/features?id=${Array.from({ length: 30 }, () => anyId(random))}` }),
  ],
  ['search', 8, (random, space) => ({ path: `${space}/search?p.n=${random.whole(0, 1000)}&limit=100` })],
  ['tags', 4, (random, space) => ({ path: `${space}/search?tags=${random.pick(TAGS)}&limit=50` })],
  [
    'filter',
    4,
    (random, space) => ({ path: `${space}/search?filter=n%20%3E%20${random.whole(0, 1000)}&limit=50` }),
  ],
  [
    'box',
    8,
    (random, space) => {
      const [west, south] = [random.whole(-180, 150), random.whole(-85, 60)];
      return { path: `${space}/bbox?west=${west}&south=${south}&east=${west + 20}&north=${south + 20}` };
    },
  ],
  ['tile', 12, (random, space) => ({ path: `${space}/tile/web/${zoomed(random)}.mvt` })],
  [
    'hexbins',
    1,
    (_random, space) => ({ path: `${space}/bbox?west=-90&south=-40&east=90&north=40&clustering=hexbin` }),
  ],
  [
    'spatial',
    3,
    (random, space) => ({
      path: `${space}/spatial?lat=${random.whole(-80, 80)}&lon=${random.whole(-170, 170)}&radius=300000`,
    }),
  ],
  ['iterate', 2, (random, space) => ({ path: `${space}/iterate?limit=${random.pick([50, 500])}` })],
  ['count', 2, (_random, space) => ({ path: `${space}/count` })],
  ['statistics', 2, (_random, space) => ({ path: `${space}/statistics` })],
  ['spaces', 1, () => ({ path: '/hub/spaces' })],
  [
    'put one',
    8,
    (random, space) => ({ method: 'PUT', path: `${space}/features/${anyId(random)}`, body: feature(random) }),
  ],
  [
    'put many',
    4,
    (random, space) => ({
      method: 'PUT',
      path: `${space}/features`,
      body: { type: 'FeatureCollection', features: random.some(IDS, 40).map((id) => feature(random, id)) },
    }),
  ],
  [
    'patch',
    3,
    (random, space) => ({
      method: 'PATCH',
      path: `${space}/features/${anyId(random)}`,
      body: { type: 'Feature', properties: { p: random.whole(0, 9) } },
    }),
  ],
  ['delete', 2, (random, space) => ({ method: 'DELETE', path: `${space}/features/${anyId(random)}` })],
  [
    'export',
    1,
    (random, space) => ({ path: `${space}/export?format=${random.pick(['csv', 'geojson', 'geopackage'])}` }),
  ],
  [
    'leaves a read',
    3,
    (_random, space) => ({ path: `${space}/search?limit=2000&skipCache=true`, leaves: true }),
  ],
  [
    'leaves a write',
    2,
    (random, space) => ({
      method: 'PUT',
      path: `${space}/features/${anyId(random)}`,
      body: feature(random),
      leaves: true,
    }),
  ],
];
const DECK = CALLS.flatMap(([kind, share, make]) => Array.from({ length: share }, () => ({ kind, make })));
/** Of a thousand calls, so many sign in: each takes a third of a second of computing. */
const SIGN_INS = 1;
export const SIGN_IN = 'sign in';

/** The definitions and features that the load works on. */
export async function prepareSpaces(hub: Hub, seed: number): Promise<string[]> {
  const random = new Random(seed);
  const spaces = ['soak-plain', 'soak-history'];
  for (const id of spaces) {
    const history = id === 'soak-history' ? { versionsToKeep: 3 } : {};
    await hub.post('/hub/spaces', { id, title: id, searchableProperties: { n: true }, ...history });
    const features = Array.from({ length: FEATURES }, (_, n) => feature(random, `f${n}`));
    const put = await hub.put(`/hub/spaces/${id}/features`, { type: 'FeatureCollection', features });
    if (put.status !== 200) throw new Error(put.text);
  }
  return spaces.map((id) => `/hub/spaces/${id}`);
}

/**
 * Clients that call without pause, or no more often than `perSecond` together, until it is over; `tell` hears of each
 * response. Rejects where one gets none.
 */
export async function runLoad(
  hub: Hub,
  spaces: readonly string[],
  { seed, perSecond = Infinity }: { seed: number; perSecond?: number },
  isOver: () => boolean,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * 2 });
  const client = async (_: unknown, number: number) => {
    const random = new Random(seed + number);
    const pace = new Pace((AT_ONCE / perSecond) * 1000);
    while (!isOver()) {
      await pace.next();
      const isSigningIn = random.whole(1, 1000) <= SIGN_INS;
      const { kind, make } = isSigningIn ? { kind: SIGN_IN, make: undefined } : random.pick(DECK);
      const started = performance.now();
      const status = await (make ? send(hub, agent, make(random, random.pick(spaces))) : enter(hub));
      tell({ kind, status, ms: performance.now() - started });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  agent.destroy();
}

/** Turns at equal intervals. One that was missed is not made up for: a burst after a pause would be another load. */
class Pace {
  readonly #intervalMs: number;
  #next = performance.now();

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  async next(): Promise<void> {
    if (this.#intervalMs === 0) return;
    const wait = this.#next - performance.now();
    if (wait > 0) await pause(wait);
    this.#next = Math.max(this.#next, performance.now()) + this.#intervalMs;
  }
}

/** Signs in as a browser does: the page first, then the password. */
async function enter(hub: Hub): Promise<number> {
  await signedIn(hub, ADMIN);
  return 200;
}

/** The status; 0 for who left before there was one. */
function send(hub: Hub, agent: Agent, { method = 'GET', path, body, leaves }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(hub.url);
    const headers = { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json' };
    const request = open({ hostname, port, agent: leaves ? false : agent, method, path, headers });
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error(`${method} ${path}: no response`)));
    request.on('error', (error) => (leaves ? resolve(0) : reject(error)));
    request.on('response', (response) => {
      response.on('error', (error) => (leaves ? resolve(0) : reject(error)));
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      if (leaves) request.destroy();
    });
    request.end(body === undefined ? undefined : JSON.stringify(body), () => {
      if (leaves) setTimeout(() => request.destroy(), 5);
    });
  });
}
