import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
const MANY_FEATURES = 300_000;
const BATCH = 1000;
/** So many features may have changed since a version for it to be read as the present is. */
const CHANGED = 10_000;
const MAX_RATIO = 2;
/** So often each call is made before it is measured. */
const FIRST_READS = 4;

const [[longitude, latitude]] = CITIES as [readonly [number, number]];
const edges = (reach: number) =>
  `west=${longitude - reach}&south=${latitude - reach}&east=${longitude + reach}&north=${latitude + reach}`;
const tile = (zoom: number) => `tile/web/${tilePath(tileOf(longitude, latitude, zoom))}`;

/** What is asked of the present and of a version, and how often in a turn; `isByTime`: of the version of a time. */
type Call = { name: string; path: (at: number) => string; times: number; isByTime?: boolean };
const callsOf = (features: number): Call[] => [
  { name: 'feature', path: (at) => `features/${featureId(at % CHANGED)}?`, times: 200 },
  { name: 'bbox', path: () => `bbox?${edges(0.1)}`, times: 10 },
  { name: 'vector tile', path: () => `${tile(12)}.mvt?`, times: 20 },
  { name: 'vector tile, by time', path: () => `${tile(12)}.mvt?`, times: 20, isByTime: true },
  { name: 'spatial', path: () => `spatial?lat=${latitude}&lon=${longitude}&radius=5000`, times: 10 },
  { name: 'search', path: (at) => `search?p.${INDEXED_PROPERTY}=${at % 1000}`, times: 10 },
  { name: 'count', path: (at) => `count?p.${INDEXED_PROPERTY}=${at % 1000}`, times: 10 },
  { name: 'iterate', path: (at) => `iterate?limit=1000&handle=${(at * 1000) % features}`, times: 10 },
  {
    name: 'clustering',
    path: () => `bbox?${edges(0.5)}&clustering=hexbin&clustering.absoluteResolution=6`,
    times: 3,
  },
  { name: 'statistics', path: () => 'statistics?', times: 10 },
  { name: 'export', path: () => 'export?', times: 1 },
];

/** Reads of a version since which 10,000 features changed, against the same reads of the present: processor time. */
export const versions: Measurement = (bench) => onOwnHub(bench, { name: 'versions', features: FEATURES });

export const largeVersions: Measurement = (bench) =>
  onOwnHub(bench, { name: 'large-versions', features: MANY_FEATURES });

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
    const database = { store: cluster.url, spent: () => familyProcessorTime(pid) };
    return await onOwnHub(bench, { name: 'postgres-versions', features: FEATURES, database });
  } finally {
    await cluster.stop();
  }
};

type Setting = { name: string; features: number; database?: { store: string; spent: () => number } };

async function onOwnHub(
  { prepared: { scratch }, effort, profile }: Bench,
  { name, features, database }: Setting,
): Promise<Figure[]> {
  const data = join(scratch, name);
  mkdirSync(data, { recursive: true });
  const hub = await HubProcess.start({ data, store: database?.store, log: join(data, 'hub.log'), profile });
  const client = new HubClient(hub.url);
  try {
    const before = await fill(client, features);
    const spent = () => processorTime(hub.pid) + (database?.spent() ?? 0);
    const figures: Figure[] = [];
    for (const call of callsOf(features))
      figures.push(await measureCall(client, call, before, spent, effort.rounds, name));
    return figures;
  } finally {
    client.close();
    await hub.stop();
  }
}

/** A version, and a time at which it was the present one. */
type Before = { version: number; time: number };

/** The features, then changes of 10,000 of them, everywhere; gives the version before the changes. */
async function fill(client: HubClient, count: number): Promise<Before> {
  await client.json('POST', '/hub/spaces', { id: SPACE, title: 'Versions', enableHistory: true });
  const path = `/hub/spaces/${SPACE}/features`;
  for (let from = 0; from < count; from += BATCH)
    await client.send('PUT', path, { body: collectionText(from, BATCH) });
  const statistics = (await client.json('GET', `/hub/spaces/${SPACE}/statistics`)) as {
    maxVersion: { value: number };
  };
  const time = Date.now();
  while (Date.now() === time) await pause(1);
  for (let from = 0; from < CHANGED; from += BATCH) {
    const features = Array.from({ length: BATCH }, (_, i) => ({
      id: featureId((from + i) * (count / CHANGED)),
      properties: { changed: true },
    }));
    await client.send('POST', path, { body: JSON.stringify({ type: 'FeatureCollection', features }) });
  }
  return { version: statistics.maxVersion.value, time };
}

async function measureCall(
  client: HubClient,
  { name, path, times, isByTime }: Call,
  before: Before,
  spent: () => number,
  rounds: number,
  of: string,
): Promise<Figure> {
  let at = 0;
  const past = isByTime ? `&at=${before.time}` : `&version=${before.version}`;
  const turn = (more: string) => async () => {
    const began = spent();
    for (let i = 0; i < times; i++)
      await client.drain('GET', `/hub/spaces/${SPACE}/${path(at++)}&skipCache=true${more}`, () => undefined);
    return ((spent() - began) * 1e6) / times;
  };
  // Each thread that reads holds what has changed since, once it has read the version for the first time.
  for (let i = 0; i < FIRST_READS; i++) {
    await turn('')();
    await turn(past)();
  }
  const measured: Measured[] = await inTurns(rounds, turn(''), turn(past));
  return {
    name: `${of}, ${name}`,
    unit: 'µs',
    rounds: measured,
    target: { of: 'ratio', below: MAX_RATIO },
    note: `processor time of the hub and its database; floor: the same of the present; ${CHANGED} features changed since`,
  };
}
