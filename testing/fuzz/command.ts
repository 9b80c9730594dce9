/**
 * Damages files of the corpus at random and reads them: `npm run fuzz:files -- [--cases 100000] [--seed N] [--from N]`.
 * No crash, no hang, bounded memory. Prints each failure with the command that repeats it; exit code 1 if there is one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Order, Report } from './fuzz.process.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    from: { type: 'string', default: '0' },
  },
});
const [cases, seed, from] = [Number(values.cases), Number(values.seed), Number(values.from)];
if (![cases, seed, from].every(Number.isSafeInteger))
  throw new Error('--cases, --seed and --from are numbers');

/** A file of a few kilobytes that takes longer hangs. The machine may be busy. */
const HANG_MS = 30_000;
/** Code, libraries and samples are 200 MB of it. */
const MAX_RSS = 700 * 1024 ** 2;
const HEAP_MB = 400;

const outcomes = new Map<string, number>();
const failures: string[] = [];
let maxRss = 0;
let next = from;
const end = from + cases;
console.log(`seed ${seed}, cases ${from} to ${end}`);
while (next < end) await runFrom(next);
for (const [outcome, count] of [...outcomes].sort()) console.log(`${outcome}: ${count}`);
console.log(
  `${cases} damaged files, ${failures.length} failures, at most ${Math.round(maxRss / 1024 ** 2)} MB`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

/** One process from a case on, until all are done or it fails in a way that ends it. */
async function runFrom(first: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'fuzz.process.ts'), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  child.send({ seed, from: first, to: end } satisfies Order);
  let at = first;
  let watchdog: NodeJS.Timeout | undefined;
  child.on('message', (report: Report) => {
    clearTimeout(watchdog);
    maxRss = Math.max(maxRss, report.rss);
    if (report.rss > MAX_RSS) stop(child, at, `took ${Math.round(report.rss / 1024 ** 2)} MB`);
    if ('begun' in report) {
      at = report.number;
      watchdog = setTimeout(() => stop(child, at, `took longer than ${HANG_MS / 1000} s`), HANG_MS);
      return;
    }
    next = report.number + 1;
    if ('failure' in report) note(report.number, report.failure);
    else {
      const key = `${report.case.format} ${report.case.outcome}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
    if (next % 5000 === 0) console.log(`${next} cases, ${failures.length} failures`);
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('exit', (...how) => resolve(how)),
  );
  clearTimeout(watchdog);
  if (next < end && next <= at) {
    if (signal !== 'SIGKILL') note(at, `ended the process (${code ?? signal}): ${said}`);
    next = at + 1;
  }
}

function stop(child: ChildProcess, number: number, reason: string): void {
  note(number, reason);
  child.kill('SIGKILL');
}

function note(number: number, reason: string): void {
  failures.push(reason);
  console.log(
    `FAILED case ${number}: ${reason}\n  npm run fuzz:files -- --seed ${seed} --from ${number} --cases 1`,
  );
}
