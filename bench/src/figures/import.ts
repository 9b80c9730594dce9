import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeGeoJsonFile } from '../data/geojson-file.ts';
import type { Figure } from '../figure.ts';
import { Child } from '../floors/child.ts';
import { removeSqliteFile } from '../floors/sqlite-file.ts';
import { runMeridian } from '../hub/command.ts';
import { peakMemory, resetPeakMemory } from '../hub/memory.ts';
import { readSpaceSize } from '../hub/space-size.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

const SPACE = 'bench-import';
const PER_COMMIT = 1000;
/** The plain loop holds so many parsed features at a time, outside of its clock. */
const SLICE = 50_000;

/** A file that is read in under a minute, and one of a gigabyte, which takes minutes. */
export const importFile = onHub((setting) => importOf('import', setting.effort.importBytes, setting));
export const importLarge = onHub((setting) =>
  importOf('import-large', setting.effort.importBytes * 10, setting),
);

/** `meridian import` of one large GeoJSON file into an empty space, against the plain loop with the same features. */
async function importOf(name: string, bytes: number, { client, hub, prepared }: Setting): Promise<Figure[]> {
  const file = join(prepared.scratch, 'import.geojson');
  const count = await writeGeoJsonFile(file, bytes);
  const megabytes = Math.round(statSync(file).size / 1e6);
  try {
    const floor = await plainRate(join(prepared.scratch, 'import-floor.db'), count);
    return await withScratchSpaces(client, [SPACE], async () => {
      resetPeakMemory(hub.pid);
      const words = ['import', file, '--to', SPACE];
      const { seconds, peakBytes } = await runMeridian(words, hub.url, join(prepared.scratch, 'config'));
      const hubPeak = peakMemory(hub.pid);
      const { features } = await readSpaceSize(client, SPACE);
      if (features !== count) throw new Error(`${features} of ${count} features arrived`);
      const note = `${megabytes} MB of GeoJSON, ${count} features; floor: node:sqlite loop, one commit per ${PER_COMMIT}`;
      return [
        {
          name,
          unit: 'features/s',
          rounds: [{ ours: count / seconds, floor }],
          target: { of: 'ratio', atLeast: 0.5 },
          note,
        },
        memoryFigure(`${name}, peak memory of the command`, peakBytes, 300),
        memoryFigure(`${name}, peak memory of the hub`, hubPeak, 500),
      ];
    });
  } finally {
    rmSync(file);
  }
}

async function plainRate(path: string, count: number): Promise<number> {
  const floor = new Child(new URL('../floors/sqlite-write.child.ts', import.meta.url));
  await floor.ask('create', path);
  let seconds = 0;
  for (let from = 0; from < count; from += SLICE) {
    const cost = await floor.ask<{ seconds: number }>(
      'store',
      from,
      Math.min(SLICE, count - from),
      PER_COMMIT,
    );
    seconds += cost.seconds;
  }
  await floor.ask('close');
  await floor.close();
  removeSqliteFile(path);
  return count / seconds;
}

function memoryFigure(name: string, bytes: number, below: number): Figure {
  return {
    name,
    unit: 'MB',
    rounds: [{ ours: bytes / 1e6, floor: undefined }],
    target: { of: 'ours', below },
  };
}
