import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from '../../../testing/postgres/install.ts';
import { collectionText, featureId, INDEXED_PROPERTY } from '../data/feature.ts';
import { tileOf, tilePath } from '../data/tile.ts';
import { CITIES } from '../data/words.ts';
import type { Figure, Measured } from '../figure.ts';
import { dataOf, startCluster } from '../floors/cluster.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { familyProcessorTime, processorTime } from '../hub/processor-time.ts';
import { inTurns } from '../rounds.ts';
import type { Bench, Measurement } from './setting.ts';

const SPACE = 'bench-versions';
const FEATURES = 60_000;
const BATCH = 1000;
/** So many features may have changed since a version for it to be read as the present is. */
const CHANGED = 10_000;
const MAX_RATIO = 2;
/** So often each call is made before it is measured. */
const FIRST_READS = 2;

const [[longitude, latitude]] = CITIES as [readonly [number, number]];
const edges = (reach: number) =>
  `west=${longitude - reach}&south=${latitude - reach}&east=${longitude + reach}&north=${latitude + reach}`;
const tile = (zoom: number) => `tile/web/${tilePath(tileOf(longitude, latitude, zoom))}`;

/** What is asked of the present and of a version, and how often in a turn. */
const CALLS: readonly [name: string, path: (at: number) => string, times: number][] = [
  ['feature', (at) => `features/${featureId(at % CHANGED)}?`, 200],
  ['bbox', () => `bbox?${edges(0.1)}`, 10],
  ['vector tile', () => `${tile(12)}.mvt?`, 20],
  ['spatial', () => `spatial?lat=${latitude}&lon=${longitude}&radius=5000`, 10],
  ['search', (at) => `search?p.${INDEXED_PROPERTY}=${at % 1000}`, 10],
  ['count', (at) => `count?p.${INDEXED_PROPERTY}=${at % 1000}`, 10],
  ['iterate', (at) => `iterate?limit=1000&handle=${(at * 1000) % FEATURES}`, 10],
  ['clustering', () => `bbox?${edges(0.5)}&clustering=hexbin&clustering.absoluteResolution=6`, 3],
  ['statistics', () => 'statistics?', 10],
  ['export', () => 'export?', 1],
];

/** Reads of a version since which 10,000 features changed, against the same reads of the present: processor time. */
export const versions: Measurement = (bench) => onOwnHub(bench, 'versions', undefined, () => 0);

export const postgresVersions: Measurement = async (bench) => {
  const found = findPostgres();
  if (typeof found === 'string') {
    console.error(`the figures on PostgreSQL are left out: ${found}`);
    return [];
  }
  const folder = join(bench.prepared.scratch, 'versions-postgres');
  const cluster = await startCluster(found, folder);
  const pid = Number(readFileSync(join(dataOf(folder), 'postmaster.pid'), 'utf8').split('\n')[0]);
  try {
    return await onOwnHub(bench, 'postgres-versions', cluster.url, () => familyProcessorTime(pid));
  } finally {
    await cluster.stop();
  }
};

async function onOwnHub(
  { prepared: { scratch }, effort, profile }: Bench,
  name: string,
  store: string | undefined,
  database: () => number,
): Promise<Figure[]> {
  const data = join(scratch, name);
  mkdirSync(data, { recursive: true });
  const hub = await HubProcess.start({ data, store, log: join(data, 'hub.log'), profile });
  const client = new HubClient(hub.url);
  try {
    const version = await fill(client);
    const spent = () => processorTime(hub.pid) + database();
    const figures: Figure[] = [];
    for (const call of CALLS)
      figures.push(await measureCall(client, call, version, spent, effort.rounds, name));
    return figures;
  } finally {
    client.close();
    await hub.stop();
  }
}

/** The features, then changes of 10,000 of them, everywhere; gives the version before the changes. */
async function fill(client: HubClient): Promise<number> {
  await client.json('POST', '/hub/spaces', { id: SPACE, title: 'Versions', enableHistory: true });
  const path = `/hub/spaces/${SPACE}/features`;
  for (let from = 0; from < FEATURES; from += BATCH)
    await client.send('PUT', path, { body: collectionText(from, BATCH) });
  const statistics = (await client.json('GET', `/hub/spaces/${SPACE}/statistics`)) as {
    maxVersion: { value: number };
  };
  for (let from = 0; from < CHANGED; from += BATCH) {
    const features = Array.from({ length: BATCH }, (_, i) => ({
      id: featureId((from + i) * (FEATURES / CHANGED)),
      properties: { changed: true },
    }));
    await client.send('POST', path, { body: JSON.stringify({ type: 'FeatureCollection', features }) });
  }
  return statistics.maxVersion.value;
}

async function measureCall(
  client: HubClient,
  [name, path, times]: (typeof CALLS)[number],
  version: number,
  spent: () => number,
  rounds: number,
  of: string,
): Promise<Figure> {
  let at = 0;
  const turn = (more: string) => async () => {
    const before = spent();
    for (let i = 0; i < times; i++)
      await client.drain('GET', `/hub/spaces/${SPACE}/${path(at++)}&skipCache=true${more}`, () => undefined);
    return ((spent() - before) * 1e6) / times;
  };
  // Each thread that reads holds what has changed since, once it has read the version for the first time.
  for (let i = 0; i < FIRST_READS; i++) {
    await turn('')();
    await turn(`&version=${version}`)();
  }
  const measured: Measured[] = await inTurns(rounds, turn(''), turn(`&version=${version}`));
  return {
    name: `${of}, ${name}`,
    unit: 'µs',
    rounds: measured,
    target: { of: 'ratio', below: MAX_RATIO },
    note: `processor time of the hub and its database; floor: the same of the present; ${CHANGED} features changed since`,
  };
}
