import { COST_TABLE, costOf, writeCostTable } from './cost-table.ts';
import type { Phase } from './phases.ts';
import { type FileTime, type Outcome, printFailures } from './run-files.ts';
import { type Area, type AreaCost, type Cost, isOver, usedShares } from './shares.ts';
import { type SpeedSample, slowdownDuring } from './speed.ts';

/** Enough to write the list of schedule.ts from. */
const LONGEST_SHOWN = 24;

/** What is told beside what the test files did, and what they are held to. */
export type Further = {
  /** What passed and failed beside the test files. */
  checks?: { passed: number; failed: number };
  /** The parts of the run that were timed. */
  phases?: readonly Phase[];
  /** The shares that its suites must keep, which are those of `npm test`; and how fast the machine was. */
  areas?: readonly Area[];
  /** Files that `npm test` leaves out, but this run has: they are in no share. */
  beyond?: readonly string[];
  speed?: readonly SpeedSample[];
};

/** Tells what came out of a run; the last line counts. */
export function conclude(
  outcomes: readonly Outcome[],
  { checks = { passed: 0, failed: 0 }, phases = [], areas = [], beyond = [], speed = [] }: Further = {},
): void {
  const times = outcomes.flatMap((outcome) => outcome.times);
  console.log(suiteTable(times));
  console.log(longestFiles(times));
  if (phases.length > 0) console.log(phaseTable(phases));
  writeCostTable(phases, times);
  console.log(`▶ what every file took: ${COST_TABLE}`);
  const shared = times.filter(({ file }) => !beyond.includes(file));
  const over = tellShares(shared, areas, speed);
  for (const line of new Set(outcomes.flatMap(({ leftOut }) => leftOut))) console.log(line);
  const flaky = outcomes.flatMap((outcome) => outcome.flaky);
  if (flaky.length > 0) printFailures('PASSED ONLY AT THE SECOND TRY, to be repaired', flaky);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) printFailures('failed', failures);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, checks.passed);
  // Nothing ran is a failure too.
  const failed = failures.length + checks.failed + over + (passed === 0 ? 1 : 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** How long each suite took: a package, or a folder of acceptance. */
export function suiteTable(times: readonly FileTime[]): string {
  const suites = Map.groupBy(times, ({ file }) => suiteOf(file));
  const rows = [...suites].map(([suite, files]) => row(suite, files, `${files.length} files`));
  return ['▶ time by suite (CPU time of all that was started, time on the clock)', ...rows].join('\n');
}

function phaseTable(phases: readonly Phase[]): string {
  const rows = phases.map(({ name, ...took }) => row(name, [took], ''));
  return ['▶ parts of this run, with the PostgreSQL that all files share', ...rows].join('\n');
}

function longestFiles(times: readonly FileTime[]): string {
  const longest = times.toSorted((a, b) => costOf(b) - costOf(a)).slice(0, LONGEST_SHOWN);
  return ['▶ longest files', ...longest.map((time) => row(time.file, [time], time.variant))].join('\n');
}

/** `packages/geo/src/bbox.test.ts` → `packages/geo`, `acceptance/tiles/viz.test.ts` → `acceptance/tiles`. */
export function suiteOf(file: string): string {
  const [top = '', second] = file.split('/');
  return second === undefined || /\.test\.| small files, /.test(second) ? top : `${top}/${second}`;
}

function row(name: string, parts: readonly Pick<FileTime, 'cpuMs' | 'wallMs'>[], note: string): string {
  const cpu = parts.reduce((sum, { cpuMs = 0 }) => sum + cpuMs, 0);
  const wall = parts.reduce((sum, { wallMs }) => sum + wallMs, 0);
  return `  ${seconds(cpu)} ${seconds(wall)}  ${name}${note && `, ${note}`}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}

/** Gives the number of areas over their share. */
function tellShares(
  times: readonly FileTime[],
  areas: readonly Area[],
  samples: readonly SpeedSample[],
): number {
  if (areas.length === 0) return 0;
  const costs = costsOf(times, samples);
  if (costs.length === 0) {
    console.log('✖ the CPU time of tests is known on Linux only: the shares of the areas ARE NOT CHECKED');
    return 0;
  }
  const used = usedShares(costs, areas).filter(({ usedMinutes }) => usedMinutes > 0);
  if (used.length > 0) console.log(`▶ shares of the areas, in minutes of two cores (${speedOf(costs)})`);
  for (const area of used) console.log(`  ${shareLine(area)}`);
  return used.filter(isOver).length;
}

/** What files cost, and how slow the machine was meanwhile; without those of which it is unknown. */
export function costsOf(times: readonly FileTime[], samples: readonly SpeedSample[]): Cost[] {
  return times.flatMap(({ file, cpuMs, span }) =>
    cpuMs === undefined || span === undefined
      ? []
      : [{ file, cpuMs, slowdown: slowdownDuring(span, samples) }],
  );
}

/** By how much the files were slowed down, each counted by what it took. */
function speedOf(costs: readonly Cost[]): string {
  const spent = costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const asReference = costs.reduce((sum, { cpuMs, slowdown }) => sum + cpuMs / slowdown, 0);
  return `this machine took ${(spent / asReference).toFixed(2)} times as long as the reference`;
}

function shareLine(area: AreaCost): string {
  const { name, usedMinutes, minutes } = area;
  const line = `${isOver(area) ? '✖' : '✔'} ${name}: ${usedMinutes.toFixed(2)} of ${minutes}`;
  return usedMinutes > minutes
    ? `${line}, OVER ITS SHARE: make a long form a named command of its own`
    : line;
}
