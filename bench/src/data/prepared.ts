import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GENERATOR_VERSION } from './feature.ts';
import { fill, renew } from './filling.ts';

const LAYOUT = new URL('../../../packages/store/src/engines/sqlite/schema.ts', import.meta.url);
const KEPT_MS = 24 * 3600 * 1000;

/** A data folder with one space of generated features, and room for scratch files on the same disk. */
export type Prepared = { data: string; scratch: string; log: string; count: number };

export function cacheFolder(): string {
  return process.env.MERIDIAN_BENCH_CACHE ?? join(tmpdir(), 'meridian-bench');
}

function folderOf(count: number): string {
  return join(cacheFolder(), `${count}-${generation()}`);
}

/** Exists once everything is loaded, and has the layout it was stored in; its time says when the data was last used. */
function completeMark(count: number): string {
  return join(folderOf(count), 'complete');
}

/** Loads the space through the HTTP interface, or takes what an earlier run has left. */
export async function prepare(count: number, say: (text: string) => void): Promise<Prepared> {
  const folder = folderOf(count);
  const prepared = {
    data: join(folder, 'data'),
    scratch: join(folder, 'scratch'),
    log: join(folder, 'hub.log'),
    count,
  };
  rmSync(prepared.scratch, { recursive: true, force: true });
  const mark = completeMark(count);
  if (!existsSync(mark)) await make(prepared, say);
  if (readFileSync(mark, 'utf8') !== layout()) {
    say(`bringing ${folder} to the present layout`);
    await renew(prepared);
    writeFileSync(mark, layout());
  }
  utimesSync(mark, new Date(), new Date());
  mkdirSync(prepared.scratch, { recursive: true });
  return prepared;
}

/** Begins with a copy of the largest smaller one, or where an earlier run was interrupted: the same numbers are the same features. */
async function make(prepared: Prepared, say: (text: string) => void): Promise<void> {
  removeOutdated();
  const { count, data } = prepared;
  const smaller = readySizes().findLast((size) => size < count);
  if (!existsSync(data) && smaller !== undefined) copyWhole(join(folderOf(smaller), 'data'), data);
  mkdirSync(data, { recursive: true });
  await fill(prepared, say);
  writeFileSync(completeMark(count), layout());
}

/**
 * A copy of a prepared folder, made once, to write into: even writes that are taken back outdate what the hub keeps of a space,
 * and to have that made anew would disturb other measurements.
 */
export function writable(prepared: Prepared, say: (text: string) => void): Prepared {
  const data = join(dirname(prepared.data), 'writable');
  if (!existsSync(data)) {
    say(`copying ${prepared.data} (once)`);
    copyWhole(prepared.data, data);
  }
  return { ...prepared, data };
}

function copyWhole(from: string, to: string): void {
  const unfinished = `${to}.copy`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(from, unfinished, { recursive: true });
  renameSync(unfinished, to);
}

function readySizes(): number[] {
  return readdirSync(cacheFolder())
    .map((name) => Number.parseInt(name, 10))
    .filter((size) => existsSync(completeMark(size)))
    .sort((a, b) => a - b);
}

/** What another generator has left, and nobody has used for a day. */
function removeOutdated(): void {
  mkdirSync(cacheFolder(), { recursive: true });
  for (const name of readdirSync(cacheFolder())) {
    const folder = join(cacheFolder(), name);
    const mark = join(folder, 'complete');
    if (name.endsWith(`-${generation()}`) || !existsSync(mark)) continue;
    if (Date.now() - statSync(mark).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true });
  }
}

/** Data made by another generator is not used again. */
function generation(): string {
  return `v${GENERATOR_VERSION}`;
}

function layout(): string {
  return createHash('sha256').update(readFileSync(LAYOUT)).digest('hex');
}
