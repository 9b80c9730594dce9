import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { SPACE, spaceFile } from '../../data/filling.ts';
import type { Prepared } from '../../data/prepared.ts';
import { buildDensityIndex, buildTileBlocks } from '../../hub/derived-views.ts';
import { HubClient } from '../../hub/hub-client.ts';
import { HubProcess } from '../../hub/hub-process.ts';
import { memory, peakMemory, resetPeakMemory } from '../../hub/memory.ts';
import { openGetLoad } from '../../load/get-rate.ts';
import { type Call, callsFor } from './calls.ts';
import { costOf } from './cost.ts';
import type { CallCosts } from './points.ts';

/** Everything that is measured in a space of one size. */
export type SpaceCosts = {
  features: number;
  startUpSeconds: number;
  calls: CallCosts[];
  memoryMb: { idle: number; underLoad: number; after: number };
  bytesPerFeature: number;
};

const LOAD = { connections: 16, seconds: 2 };
const REST_MS = 500;

export async function measureSpace(prepared: Prepared): Promise<SpaceCosts> {
  const started = performance.now();
  const hub = await HubProcess.start(prepared);
  const client = new HubClient(hub.url);
  try {
    await client.send('GET', `/hub/spaces/${SPACE}/count`);
    const startUpSeconds = (performance.now() - started) / 1000;
    const idle = megabytes(memory(hub.pid));
    const file = spaceFile(prepared, SPACE);
    const viewed = { file, space: SPACE, features: prepared.count };
    await buildDensityIndex(client, viewed);
    await buildTileBlocks(client, viewed);
    const calls = await callsFor(prepared, client);
    const costs: CallCosts[] = [];
    for (const call of calls)
      costs.push({ name: call.name, costs: await costOf(hub.pid, client, call.paths) });
    return {
      features: prepared.count,
      startUpSeconds,
      calls: costs,
      memoryMb: { idle, ...(await memoryUnderLoad(prepared, hub, calls)) },
      bytesPerFeature: bytesInUse(file) / prepared.count,
    };
  } finally {
    client.close();
    await hub.stop();
  }
}

/** All reads at once, as fast as the responses come. */
async function memoryUnderLoad(prepared: Prepared, hub: HubProcess, calls: Call[]) {
  const paths = calls.flatMap((call) => call.paths.slice(0, 20));
  const load = openGetLoad(paths, join(prepared.scratch, 'growth.txt'));
  resetPeakMemory(hub.pid);
  await load.run({ url: hub.url, ...LOAD });
  await load.close();
  const underLoad = megabytes(peakMemory(hub.pid));
  await pause(REST_MS);
  return { underLoad, after: megabytes(memory(hub.pid)) };
}

/** Without the free pages that features which came and went have left. */
function bytesInUse(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const { bytes } = database
    .prepare(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .get() as { bytes: number };
  database.close();
  return bytes;
}

function megabytes(bytes: number): number {
  return bytes / 1024 ** 2;
}
