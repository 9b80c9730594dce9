import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FloodReport } from '../../../acceptance/load/flood.ts';
import type { Measurement } from './setting.ts';

const FLOOD = new URL('../../../acceptance/load/flood.ts', import.meta.url);
const MAX_GROWTH = 3;
const SECONDS = 22;

/** Polite clients while a hundred others send ten times what they may, beside the same on an idle hub. */
export const flood: Measurement = async () => {
  const child = fork(FLOOD, [String(SECONDS)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [FloodReport | number | null];
  await ended;
  if (report === null || typeof report === 'number')
    throw new Error(`the flood ended with ${report} and told nothing`);
  const { idleMs, floodedMs, refused } = report;
  return [
    {
      name: 'flood: p99 of polite clients',
      unit: 'ms',
      rounds: [{ ours: floodedMs, floor: idleMs }],
      target: { of: 'ratio', below: MAX_GROWTH },
      note: `100 clients at ten times their limit for ${SECONDS} s, on the same two cores; floor: the idle hub`,
    },
    {
      name: 'flood: polite requests refused',
      unit: 'errors',
      rounds: [{ ours: refused, floor: undefined }],
      target: { of: 'ours', below: 1 },
    },
  ];
};
