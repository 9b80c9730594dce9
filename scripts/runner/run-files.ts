import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { batched } from './batches.ts';
import { COSTS_FILE, readCosts } from './cpu-time.ts';
import { longestFirst } from './schedule.ts';
import type { Span } from './speed.ts';

/** A test that did not pass, and where to look for it. */
export type Failure = { location: string; name: string; message: string };

/**
 * What one file took; the CPU time is that of all it started, and unknown where there is no /proc. `variant`: what its
 * hubs ran on, such as `postgres` or `2 processes`; empty for what they run on by default.
 */
export type FileTime = {
  file: string;
  variant: string;
  wallMs: number;
  cpuMs: number | undefined;
  span: Span | undefined;
};

/** What came out. `flaky`: failed at first and passed when their file ran again, alone. */
export type Outcome = {
  passed: number;
  failures: Failure[];
  flaky: Failure[];
  times: FileTime[];
  /** What was said about tests that could not run on this machine. */
  leftOut: string[];
};

/** `failing`: the files that have to run again; a failed test may stand in another, which they import. */
type Run = Omit<Outcome, 'flaky'> & { failing: string[] };

/** More failing files than this are no coincidence: they get no second try. */
const MAX_RETRIED = 3;
const PRELOAD = new URL('./test-file.preload.ts', import.meta.url).href;
/** Test files share what they load: without it each of them would strip the types of the same hundred modules. */
const COMPILE_CACHE = join(tmpdir(), 'meridian-test-compile-cache');
const LEFT_OUT = /^✖ .*LEFT OUT of this run$/gm;

/**
 * Runs test files, `concurrency` at a time. A file that fails runs once more, alone: some tests watch the clock, and a
 * machine that was busy with something else proves nothing. What needed its second try is named, so that it gets
 * repaired.
 */
export async function runFiles(files: readonly string[], concurrency: number): Promise<Outcome> {
  const batches = batched(files);
  try {
    const { times, ...outcome } = await runTwice(batches.files, concurrency);
    return { ...outcome, times: times.map((time) => ({ ...time, file: batches.nameOf(time.file) })) };
  } finally {
    batches.discard();
  }
}

async function runTwice(files: readonly string[], concurrency: number): Promise<Outcome> {
  const first = await runOnce(longestFirst(files), concurrency);
  const { failing } = first;
  if (failing.length === 0 || failing.length > MAX_RETRIED) return { ...first, flaky: [] };
  printFailures(`once more, alone: ${failing.join(', ')}`, first.failures);
  const second = await runOnce(failing, 1);
  const still = new Set(second.failures.map(nameOf));
  return {
    passed: first.passed + first.failures.length - second.failures.length,
    failures: second.failures,
    flaky: first.failures.filter((failure) => !still.has(nameOf(failure))),
    times: first.times,
    leftOut: first.leftOut,
  };
}

/** Failures as a list to read at the end of a long run. */
export function printFailures(heading: string, failures: Failure[]): void {
  console.log(`✖ ${heading}`);
  for (const failure of failures) console.log(`  ${nameOf(failure)}\n    ${failure.message}`);
}

function nameOf({ location, name }: Failure): string {
  return `${location} ${name}`;
}

async function runOnce(files: readonly string[], concurrency: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-test-costs-'));
  const costsFile = join(folder, 'costs.jsonl');
  writeFileSync(costsFile, '');
  process.env[COSTS_FILE] = costsFile;
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  try {
    const run = await collect(files, concurrency);
    const costs = readCosts(costsFile);
    const times = run.times.map((time) => {
      const cost = costs.get(time.file);
      return { ...time, cpuMs: cost?.cpuMs, span: cost?.span };
    });
    return { ...run, times };
  } finally {
    delete process.env[COSTS_FILE];
    rmSync(folder, { recursive: true });
  }
}

function variantOf(env: NodeJS.ProcessEnv): string {
  const processes = env.MERIDIAN_TEST_PROCESSES;
  return [env.MERIDIAN_TEST_ENGINE, processes && `${processes} processes`].filter(Boolean).join(', ');
}

function collect(files: readonly string[], concurrency: number): Promise<Run> {
  const result: Run = { passed: 0, failures: [], failing: [], times: [], leftOut: [] };
  const failing = new Set<string>();
  const leftOut = new Set<string>();
  const variant = variantOf(process.env);
  return new Promise((resolve) => {
    const execArgv = process.platform === 'linux' ? ['--import', PRELOAD] : [];
    const tests = run({ files: [...files], concurrency, execArgv });
    tests.on('test:fail', ({ name, file, line, details: { error } }) => {
      // A file that could not even be run has no summary.
      if (files.includes(name)) failing.add(name);
      // A suite that fails because of a test within repeats what is said already.
      if ('failureType' in error && error.failureType === 'subtestsFailed') return;
      const { message } = error.cause instanceof Error ? error.cause : error;
      result.failures.push({
        location: `${relative('.', file ?? name)}:${line ?? 1}`,
        name,
        message: message.replaceAll(/\s+/g, ' ').slice(0, 300),
      });
    });
    tests.on('test:stdout', ({ message }) => {
      for (const [line] of message.matchAll(LEFT_OUT)) leftOut.add(line);
    });
    tests.on('test:summary', ({ file, counts, success, duration_ms }) => {
      if (file === undefined) {
        result.passed = counts.passed;
        return;
      }
      const path = relative('.', file);
      result.times.push({ file: path, variant, wallMs: duration_ms, cpuMs: undefined, span: undefined });
      if (!success) failing.add(path);
    });
    tests.on('end', () => resolve({ ...result, failing: [...failing], leftOut: [...leftOut] }));
    tests.compose(spec()).pipe(process.stdout, { end: false });
  });
}
