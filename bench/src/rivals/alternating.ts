import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, Target } from '../figure.ts';
import { type Effort, shortTurn } from '../figures/setting.ts';
import { TOKEN } from '../hub/hub-process.ts';
import { openGetLoad } from '../load/get-rate.ts';

/** A server, and how the same things are asked of it. */
export type Asked = { name: string; url: string; paths: readonly string[] };
export type Rival = Asked & { targets?: Readonly<Record<string, Target>> };
export type Call = { name: string; ours: readonly Asked[]; theirs: readonly Rival[] };

export const CONNECTIONS = 8;

/** Responses whose mean size is told. */
const SIZED = 20;
const IDLE_SHARE = 0.1;
const IDLE_LOOK_MS = 200;
const IDLE_WITHIN_MS = 10_000;

/** Asks everybody in turns, each when the machine has come to rest; a figure for each of ours beside each of theirs. */
export async function alternating(call: Call, effort: Effort, scratch: string): Promise<Figure[]> {
  const all = [...call.theirs, ...call.ours];
  const loads = new Map(
    all.map((asked, i) => [asked, openGetLoad([...asked.paths], join(scratch, `asked-${i}.txt`))]),
  );
  const rates = new Map<Asked, number[]>(all.map((asked) => [asked, []]));
  for (let round = -1; round < effort.rounds; round++)
    for (const asked of all) {
      await idle();
      const { requests, seconds } = await loads.get(asked)!.run({
        ...{ url: asked.url, connections: CONNECTIONS, seconds: shortTurn(effort, round < 0) },
      });
      if (round >= 0) rates.get(asked)!.push(requests / seconds);
    }
  for (const load of loads.values()) await load.close();
  const sizes = new Map<Asked, number>();
  for (const asked of all) sizes.set(asked, await meanSize(asked));
  const each = (ours: Asked, theirs: Rival): Figure => {
    const target = theirs.targets?.[ours.name];
    return {
      name: `${ours.name}: ${call.name} beside ${theirs.name}`,
      unit: 'req/s',
      rounds: rates.get(ours)!.map((rate, i) => ({ ours: rate, floor: rates.get(theirs)![i] })),
      ...(target ? { target } : {}),
      note: `${CONNECTIONS} connections; ${kilobytes(sizes.get(ours)!)} and ${kilobytes(sizes.get(theirs)!)} each`,
    };
  };
  return [
    ...call.ours.flatMap((ours) => call.theirs.map((theirs) => each(ours, theirs))),
    ...call.theirs.map((theirs) => sizeFigure(call, theirs, sizes)),
  ];
}

function sizeFigure({ name, ours }: Call, theirs: Rival, sizes: ReadonlyMap<Asked, number>): Figure {
  return {
    name: `${name} beside ${theirs.name}, a response`,
    unit: 'bytes',
    rounds: [{ ours: sizes.get(ours[0]!)!, floor: sizes.get(theirs)! }],
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** As the load generator gets it, which asks for no compression. */
export async function bodyOf({ url }: Pick<Asked, 'url'>, path: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${url}${path}`, { headers });
  if (!response.ok) throw new Error(`${url}${path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

async function meanSize(asked: Asked): Promise<number> {
  const some = asked.paths.slice(0, SIZED);
  let bytes = 0;
  for (const path of some) bytes += (await bodyOf(asked, path)).length;
  return Math.round(bytes / some.length);
}

/** What the one before has left to do, or somebody else, is not counted to the next; but nobody is waited for without end. */
async function idle(): Promise<void> {
  const end = performance.now() + IDLE_WITHIN_MS;
  for (let before = busyTicks(); performance.now() < end; ) {
    await pause(IDLE_LOOK_MS);
    const now = busyTicks();
    if (now.busy - before.busy < IDLE_SHARE * (now.all - before.all)) return;
    before = now;
  }
}

/** Of all processors since the start of the machine. */
function busyTicks(): { busy: number; all: number } {
  const ticks = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))![1]!.split(' ').map(Number);
  const all = ticks.reduce((sum, count) => sum + count, 0);
  return { busy: all - ticks[3]! - ticks[4]!, all };
}
