import { join } from 'node:path';
import type { Figure, Measured } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { removeSqliteFile } from '../floors/sqlite-file.ts';
import type { LoadResult } from '../load/get-rate.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

const CONNECTIONS = [1, 16, 64] as const;
const SPACE = 'bench-small';
const FLOOR_WRITES = 1000;
/** More than a turn can write: turns do not meet each other's features. */
const TURN_NUMBERS = 1_000_000;

/** PUTs of single new features, against a plain loop that commits each one durably. */
export const smallWrites = onHub(async (setting) => {
  const floorFile = join(setting.prepared.scratch, 'floor-small.db');
  const floor = new Child(new URL('../floors/sqlite-write.child.ts', import.meta.url));
  const generator = new Child(new URL('../load/generator.child.ts', import.meta.url));
  await floor.ask('create', floorFile);
  try {
    return await withScratchSpaces(setting.client, [SPACE], () => measure(setting, floor, generator));
  } finally {
    await floor.ask('close');
    await floor.close();
    await generator.close();
    removeSqliteFile(floorFile);
  }
});

async function measure({ hub, effort }: Setting, floor: Child, generator: Child): Promise<Figure[]> {
  const figures = CONNECTIONS.map((connections) => ({
    name: `small-writes, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    unit: 'req/s' as const,
    rounds: [] as Measured[],
    note: 'own generator; floor: node:sqlite loop, one durable commit a feature',
  }));
  let turn = 1;
  for (let round = 0; round < effort.rounds; round++) {
    const { seconds } = await floor.ask<{ seconds: number }>('store', round * FLOOR_WRITES, FLOOR_WRITES, 1);
    for (const [i, connections] of CONNECTIONS.entries()) {
      const loading = { url: hub.url, connections, seconds: effort.seconds / 2 };
      const answered = await generator.ask<LoadResult>(
        'putNew',
        loading,
        `/hub/spaces/${SPACE}/features`,
        turn++ * TURN_NUMBERS,
      );
      figures[i]!.rounds.push({ ours: answered.requests / answered.seconds, floor: FLOOR_WRITES / seconds });
    }
  }
  return figures;
}
