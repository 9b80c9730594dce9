import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SPACE, spaceFile } from '../data/filling.ts';
import { prepare } from '../data/prepared.ts';
import type { Effort } from '../figures/setting.ts';
import { buildDensityIndex, buildTileBlocks } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { RESULTS_FOLDER } from '../results.ts';
import { significant } from '../table.ts';
import { PROFILED } from './profiled-calls.ts';
import { readProfile, selfTimes, slowest, type ThreadProfile } from './self-times.ts';

export type CallProfile = {
  call: string;
  at: string;
  features: number;
  requests: number;
  threads: ThreadProfile[];
};

const FUNCTIONS = 10;

/** Where each thread of the hub spends its time while it answers one kind of call. */
export async function profileCall(
  call: string,
  { features, seconds }: Effort,
  folder: string | undefined,
): Promise<CallProfile> {
  const prepared = await prepare(features, console.error);
  const profiles = folder ?? mkdtempSync(join(prepared.scratch, 'profile-'));
  mkdirSync(profiles, { recursive: true });
  const hub = await HubProcess.start({ ...prepared, profile: profiles });
  const client = new HubClient(hub.url);
  let from = 0;
  let to = 0;
  let requests = 0;
  try {
    const viewed = { file: spaceFile(prepared, SPACE), space: SPACE, features };
    await buildDensityIndex(client, viewed);
    await buildTileBlocks(client, viewed);
    requests = await PROFILED[call]!({ hub, client, prepared, seconds }, () => {
      from = steadyMicroseconds();
    });
    to = steadyMicroseconds();
  } finally {
    client.close();
    await hub.stop();
  }
  const threads = readdirSync(profiles)
    .filter((file) => file.endsWith('.cpuprofile') && file.includes(`.${hub.pid}.`))
    .map((file) => selfTimes(readProfile(join(profiles, file)), { from, to }))
    .filter(({ busyMs }) => busyMs > 1);
  if (folder === undefined) rmSync(profiles, { recursive: true });
  return { call, at: new Date().toISOString(), features, requests, threads: byKind(threads) };
}

/** Threads of one kind together, the busiest kind first. */
function byKind(threads: ThreadProfile[]): ThreadProfile[] {
  const kinds = Map.groupBy(threads, ({ thread }) => thread);
  return [...kinds]
    .map(([thread, all]) => ({
      thread: all.length === 1 ? thread : `${all.length} ${thread} threads`,
      busyMs: all.reduce((sum, { busyMs }) => sum + busyMs, 0),
      top: slowest(
        all.flatMap(({ top }) => top),
        FUNCTIONS,
      ),
    }))
    .sort((a, b) => b.busyMs - a.busyMs);
}

/** The clock that V8 stamps its profiles with. */
function steadyMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function profilePath(call: string): string {
  return join(RESULTS_FOLDER, `profile-${call}.json`);
}

export function writeProfile(profile: CallProfile): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(profilePath(profile.call), `${JSON.stringify(profile, undefined, 2)}\n`);
}

export function readCallProfile(call: string): CallProfile | undefined {
  const path = profilePath(call);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as CallProfile) : undefined;
}

/** A table of the slowest functions of each busy thread, in Markdown, which a terminal shows as well. */
export function profileTable({ requests, threads }: CallProfile, functions = FUNCTIONS): string {
  return [
    '| thread | of its time | µs a request | function | where |',
    '|---|---|---|---|---|',
    ...threads.flatMap(({ thread, busyMs, top }) =>
      top.slice(0, functions).map(({ name, place, milliseconds }) => {
        const cells = [
          `${thread}, busy ${Math.round(busyMs)} ms`,
          `${((milliseconds / busyMs) * 100).toFixed(1)} %`,
          significant((milliseconds * 1000) / requests),
          // A pipe would begin another cell.
          `\`${name.replaceAll('|', '\\|')}\``,
          place === '' ? 'in Node' : `\`${place}\``,
        ];
        return `| ${cells.join(' | ')} |`;
      }),
    ),
  ].join('\n');
}
