import { SPACE, spaceFile } from '../data/filling.ts';
import { Child } from '../floors/child.ts';
import type { HubClient } from '../hub/hub-client.ts';
import { peakMemory, resetPeakMemory } from '../hub/memory.ts';
import { readSpaceSize } from '../hub/space-size.ts';
import { inTurns } from '../rounds.ts';
import { onHub } from './setting.ts';

const PAGE = 100_000;
const MEMORY_LIMIT_MB = 400;

/** All pages of a space over HTTP, against a plain loop over the same texts. */
export const iterate = onHub(async ({ prepared, hub, client, effort }) => {
  const reader = new Child(new URL('../floors/sqlite-read.child.ts', import.meta.url));
  await reader.ask('open', spaceFile(prepared, SPACE));
  const peaks: number[] = [];
  const stored = await readSpaceSize(client, SPACE);
  let bytes = 0;
  const floor = async () => prepared.count / (await reader.ask<number>('readAll'));
  const ours = async () => {
    resetPeakMemory(hub.pid);
    const started = performance.now();
    bytes = await readPages(client);
    const seconds = (performance.now() - started) / 1000;
    if (bytes < stored.bytes) throw new Error(`the pages have ${bytes} bytes of ${stored.bytes}`);
    peaks.push(peakMemory(hub.pid) / 1024 ** 2);
    return prepared.count / seconds;
  };
  const rounds = await inTurns(effort.rounds, floor, ours);
  await reader.close();
  const megabytes = bytes / prepared.count / 1e6;
  return [
    {
      name: 'iterate',
      unit: 'features/s',
      rounds,
      target: { of: 'ratio', atLeast: 0.5 },
      note: `pages of ${PAGE}; floor: node:sqlite loop over the same texts`,
    },
    {
      name: 'iterate, bytes',
      unit: 'MB/s',
      rounds: rounds.map((round) => ({ ours: round.ours * megabytes, floor: round.floor * megabytes })),
    },
    {
      name: 'iterate, peak memory of hub',
      unit: 'MB',
      take: 'highest',
      rounds: peaks.map((ours) => ({ ours, floor: undefined })),
      target: { of: 'ours', below: MEMORY_LIMIT_MB },
    },
  ];
});

/** Follows the handles to the end; answers the bytes received. */
async function readPages(client: HubClient): Promise<number> {
  let bytes = 0;
  let handle: string | undefined = '0';
  while (handle !== undefined) {
    let last: Buffer = Buffer.alloc(0);
    const query: string = handle === '0' ? '' : `&handle=${handle}`;
    await client.drain('GET', `/hub/spaces/${SPACE}/iterate?limit=${PAGE}${query}`, (chunk) => {
      bytes += chunk.length;
      last = chunk.length >= 100 ? chunk : Buffer.concat([last, chunk]);
    });
    handle = /"handle":"([^"]+)"/.exec(last.subarray(-100).toString())?.[1];
  }
  return bytes;
}
