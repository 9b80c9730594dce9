import { join } from 'node:path';
import { SPACE, spaceFile } from '../data/filling.ts';
import type { Box } from '../data/geometry.ts';
import { Child } from '../floors/child.ts';
import { openGetLoad } from '../load/get-rate.ts';
import { inTurns } from '../rounds.ts';
import { onHub } from './setting.ts';

const FEATURES = 1000;
const BOXES = 400;

/** Boxes of a thousand features over HTTP, never the same twice, against a plain loop that reads the same rows. */
export const boxes = onHub(async ({ prepared, hub, effort }) => {
  const reader = new Child(new URL('../floors/sqlite-areas.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const all = await reader.ask<Box[]>('boxesOf', FEATURES, BOXES);
  const load = openGetLoad(all.map(path), join(prepared.scratch, 'boxes.txt'));
  const floor = async () => BOXES / (await reader.ask<number>('readBoxes', all));
  const ours = (connections: number) => async () => {
    const { requests, seconds } = await load.run({ url: hub.url, connections, seconds: effort.seconds });
    return requests / seconds;
  };
  try {
    const one = await inTurns(effort.rounds, floor, ours(1));
    const eight = await inTurns(effort.rounds, floor, ours(8));
    return [
      {
        name: `bbox of ${FEATURES} features, 1 connection`,
        unit: 'req/s',
        rounds: one,
        target: { of: 'ratio', atLeast: 0.5 },
        note: `skipCache=true; floor: node:sqlite reads the texts of the same rows, R*Tree and all, in one thread`,
      },
      { name: `bbox of ${FEATURES} features, 8 connections`, unit: 'req/s', rounds: eight },
    ];
  } finally {
    await load.close();
    await reader.close();
  }
});

export function path({ west, south, east, north }: Box): string {
  return `/hub/spaces/${SPACE}/bbox?west=${west}&south=${south}&east=${east}&north=${north}&skipCache=true`;
}
