import { readFileSync } from 'node:fs';

/** What V8 writes: functions as a tree, and which of them ran at each sample. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
  /** Microseconds of the machine's steady clock. */
  startTime: number;
};

/** A stretch of the steady clock, in microseconds. */
export type Stretch = { from: number; to: number };

export type SelfTime = { name: string; place: string; milliseconds: number };

export type ThreadProfile = { thread: string; busyMs: number; top: SelfTime[] };

/** Neither work of the hub nor of Node: the thread waits. */
const WAITING = new Set(['(idle)', '(root)']);

export function readProfile(path: string): CpuProfile {
  return JSON.parse(readFileSync(path, 'utf8')) as CpuProfile;
}

/** How long a thread spent in each function, those that it calls not counted. */
export function selfTimes(profile: CpuProfile, { from, to }: Stretch): ThreadProfile {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times: SelfTime[] = [];
  let at = profile.startTime;
  for (const [i, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[i]!;
    at += delta;
    const { functionName, url, lineNumber } = frames.get(id)!;
    if (at < from || at > to || WAITING.has(functionName)) continue;
    const name = functionName || '(anonymous)';
    times.push({ name, place: placeOf(url, lineNumber), milliseconds: delta / 1000 });
  }
  const busyMs = times.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return { thread: threadOf(profile), busyMs, top: slowest(times, Infinity) };
}

/** Times added up by function, the slowest first. */
export function slowest(times: readonly SelfTime[], wanted: number): SelfTime[] {
  const sums = new Map<string, SelfTime>();
  for (const { name, place, milliseconds } of times) {
    const key = `${name} ${place}`;
    const sum = sums.get(key) ?? { name, place, milliseconds: 0 };
    sum.milliseconds += milliseconds;
    sums.set(key, sum);
  }
  return [...sums.values()].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, wanted);
}

/** `packages/store/src/engines/sqlite/walk.ts:41`, `node:internal/http:12`, or nothing for what is compiled into Node. */
function placeOf(url: string, line: number): string {
  if (url === '') return '';
  const path = url.replace(/^file:\/\/.*?\/(packages|node_modules)\//, '$1/');
  return `${path}:${line + 1}`;
}

const ROLES: readonly [RegExp, string][] = [
  [/\/writer\.thread\.ts$/, 'writer'],
  [/\/reader\.thread\.ts$/, 'reader'],
  [/\/catalogue[^/]*\.thread\.ts$/, 'catalogue'],
  [/\/processors\.thread\.ts$/, 'processor'],
  [/\/split\.thread\.ts$/, 'body splitter'],
  [/\/convert\.thread\.ts$/, 'export'],
  [/\/backup\.thread\.ts$/, 'backup'],
  [/\/meridian\.ts$/, 'HTTP'],
];

/** A thread is known by the file that it began with. */
function threadOf({ nodes }: CpuProfile): string {
  const urls = nodes.map(({ callFrame }) => callFrame.url);
  return ROLES.find(([file]) => urls.some((url) => file.test(url)))?.[1] ?? 'other';
}
