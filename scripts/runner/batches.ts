import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LONGEST } from './schedule.ts';

/** Files in one process: enough that its start hardly counts, few enough that the processes end at about the same time. */
const MAX_FILES = 10;

/** Tests beside the code, and the folder that a batch of them is named by. */
const BESIDE_THE_CODE = /^(packages\/[^/]+\/(?=src\/)|bench\/src\/)/;

/** Tests of the program have to say that a hub which others use as well does for them. */
const OF_THE_PROGRAM = /^(acceptance\/(?:[^/]+\/)?)/;
const SHARES_A_HUB = /\bsharedHub\(\)/;

/**
 * What may be noticed by another file in the same process, or is about the process itself: its environment and signals,
 * other processes and threads, hooks of all tests, clocks that are moved, times that are measured, stores.
 */
const NEEDS_A_PROCESS =
  /\bprocess\.|child_process|worker_threads|\bWorker\b|^(?:before|after)(?:Each)?\(|\bmock\b|\bglobalThis\b|\bperformance\b|\bsetTimeout\b|(?:\.\.\/){3,}testing\/(?!effort|any-character)|\bhub\.(?:stop|kill|logs|output|advance|program|data)\b|\.thread\.ts|\bopen\w*Store\b|Contract\(/m;

/** The same counts for what the tests of a package share, in its folders called `testing`. */
const OF_ITS_PACKAGE = /from '((?:\.\/|\.\.\/){1,2}testing\/[^']+)'/g;

/** What to run instead of test files, and the names of the batches among it. */
export type Batches = { files: string[]; nameOf(file: string): string; discard(): void };

/**
 * Puts small test files of a package into one process each ten: most of what such a file costs is the start of Node and
 * the modules of its package, which its neighbours load as well. Failures name the file of the test all the same.
 */
export function batched(files: readonly string[]): Batches {
  const groups = Map.groupBy(files, packageOf);
  const names = new Map<string, string>();
  const run = [...(groups.get(undefined) ?? [])];
  let folder: string | undefined;
  for (const [folderOfPackage, small] of groups) {
    if (folderOfPackage === undefined) continue;
    for (const [n, part] of partsOf(small).entries()) {
      if (part.length === 1) {
        run.push(...part);
        continue;
      }
      folder ??= newFolder();
      const batch = join(folder, `${folderOfPackage.replaceAll('/', '-')}${n + 1}.test.mjs`);
      writeFileSync(batch, part.map((file) => `await import(${JSON.stringify(urlOf(file))});\n`).join(''));
      names.set(batch, `${folderOfPackage}${part.length} small files, ${n + 1}`);
      run.push(batch);
    }
  }
  const discard = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  // A signal may end the run before that.
  process.once('exit', discard);
  return { files: run, nameOf: (file) => names.get(file) ?? file, discard };
}

/** `packages/geo/`, `acceptance/virtual/`; undefined for a file that gets a process of its own. */
function packageOf(file: string): string | undefined {
  const folder = BESIDE_THE_CODE.exec(file)?.[1] ?? folderOfSharing(file);
  if (folder === undefined || LONGEST.includes(file)) return undefined;
  return needsProcess(file) ? undefined : folder;
}

function folderOfSharing(file: string): string | undefined {
  const folder = OF_THE_PROGRAM.exec(file)?.[1];
  return folder !== undefined && SHARES_A_HUB.test(readFileSync(file, 'utf8')) ? folder : undefined;
}

function needsProcess(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  if (NEEDS_A_PROCESS.test(text)) return true;
  return Array.from(text.matchAll(OF_ITS_PACKAGE), ([, path]) => join(dirname(file), path!)).some(
    needsProcess,
  );
}

function partsOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / MAX_FILES);
  return Array.from({ length: count }, (_, n) => files.filter((_, i) => i % count === n));
}

function newFolder(): string {
  const cache = 'node_modules/.cache';
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'meridian-test-batches-'));
}

function urlOf(file: string): string {
  return pathToFileURL(resolve(file)).href;
}
