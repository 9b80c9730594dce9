import { join } from 'node:path';
import { collectionText } from '../data/feature.ts';
import { spaceFile } from '../data/filling.ts';
import type { Figure, Measured } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { differenceFrom, removeSqliteFile } from '../floors/sqlite-file.ts';
import type { HubClient } from '../hub/hub-client.ts';
import { processorTime } from '../hub/processor-time.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

export const BATCH = 1000;

type Variant = { name: string; space: string; connections: number; accept: string };

const GEOJSON = 'application/geo+json';
const VARIANTS: readonly Variant[] = [
  { name: '1 connection', space: 'bench-bulk-1', connections: 1, accept: GEOJSON },
  { name: '4 connections', space: 'bench-bulk-4', connections: 4, accept: GEOJSON },
  { name: '1 connection, x-empty', space: 'bench-bulk-x', connections: 1, accept: 'application/x-empty' },
];

/**
 * PUTs of 1000-feature collections into spaces that start empty, against a plain loop that stores the same rows and
 * indexes in a file that starts empty. All grow by the same features in turns.
 */
export const bulkPut = onHub(async (setting) => {
  const { client, prepared } = setting;
  const floorFile = join(prepared.scratch, 'floor.db');
  const floor = new Child(new URL('../floors/sqlite-write.child.ts', import.meta.url));
  await floor.ask('create', floorFile);
  try {
    const spaces = VARIANTS.map(({ space }) => space);
    return await withScratchSpaces(client, spaces, async () => {
      const difference = differenceFrom(spaceFile(prepared, spaces[0]!));
      if (difference)
        throw new Error(`the table ${difference} of a space is not what the plain loop fills: mend the loop`);
      return await measure(setting, floor);
    });
  } finally {
    await floor.ask('close');
    await floor.close();
    removeSqliteFile(floorFile);
  }
});

type Cost = { seconds: number; processor: number };

async function measure({ client, hub, effort }: Setting, floor: Child): Promise<Figure[]> {
  const { rounds, bulkFeatures: count } = effort;
  const lines = VARIANTS.map((variant) => ({ variant, rates: [] as Measured[], costs: [] as Measured[] }));
  for (let round = 0; round < rounds; round++) {
    const from = round * count;
    const plain = await floor.ask<Cost>('store', from, count, BATCH);
    const bodies = bulkBodies(from, count);
    for (const { variant, rates, costs } of lines) {
      const cost = await costOf(hub.pid, () => putAll(client, bodies, variant));
      rates.push({ ours: count / cost.seconds, floor: count / plain.seconds });
      costs.push({ ours: (cost.processor * 1e6) / count, floor: (plain.processor * 1e6) / count });
    }
  }
  const note = `grows to ${count * rounds}; floor: node:sqlite loop, one commit per ${BATCH}`;
  return lines.flatMap(({ variant: { name }, rates, costs }): Figure[] => [
    {
      name: `bulk-put, ${name}`,
      unit: 'features/s',
      rounds: rates,
      target: { of: 'ratio', atLeast: 0.5 },
      note,
    },
    { name: `bulk-put, ${name}, processor time`, unit: 'µs', rounds: costs },
  ]);
}

async function costOf(pid: number, work: () => Promise<void>): Promise<Cost> {
  const before = processorTime(pid);
  const started = performance.now();
  await work();
  return { seconds: (performance.now() - started) / 1000, processor: processorTime(pid) - before };
}

export function bulkBodies(from: number, count: number): Buffer[] {
  return Array.from({ length: count / BATCH }, (_, i) =>
    Buffer.from(collectionText(from + i * BATCH, BATCH)),
  );
}

async function putAll(
  client: HubClient,
  bodies: readonly Buffer[],
  { space, connections, accept }: Variant,
): Promise<void> {
  const waiting = [...bodies];
  const run = async () => {
    for (let body = waiting.shift(); body; body = waiting.shift())
      await client.drain('PUT', `/hub/spaces/${space}/features`, () => {}, {
        body,
        headers: { Accept: accept },
      });
  };
  await Promise.all(Array.from({ length: connections }, run));
}
