import { parseArgs } from 'node:util';
import type { Effort } from './figures/setting.ts';

export type CommandLine = {
  verb: Verb;
  names: string[];
  effort: Effort;
  profile: string | undefined;
  quick: boolean;
  keep: boolean;
};

/** What can be done other than measuring; the first word of the command line. */
export const VERBS = ['prepare', 'docs', 'profile'] as const;
export type Verb = (typeof VERBS)[number] | 'measure';

const FULL: Effort = {
  features: 1_000_000,
  rounds: 3,
  seconds: 3,
  bulkFeatures: 40_000,
  importBytes: 1e8,
  growth: [1e4, 1e5, 1e6, 4e6],
};
const QUICK: Effort = {
  features: 50_000,
  rounds: 2,
  seconds: 1,
  bulkFeatures: 5000,
  importBytes: 2e7,
  growth: [1e4, 5e4],
};

export class UsageError extends Error {}

/** What can be named. */
type Known = {
  measured: readonly string[];
  /** Of those, what is left out where nothing is named. */
  onlyByName: readonly string[];
  profiled: readonly string[];
};

export function helpText({ measured, onlyByName, profiled }: Known): string {
  return `npm run bench -- [NAME …]            measures these; without a name all but ${onlyByName.join(' and ')}
npm run profile -- [CALL …]          where each thread spends its time while such calls are answered
npm run bench -- prepare             makes the data that is measured on, once; in MERIDIAN_BENCH_CACHE
npm run bench -- docs                writes docs/developing/lab-book.md from the results

  --quick            a small version of everything, about a minute
  --rounds N         measures so often (${FULL.rounds})
  --features N       in a space of so many (${FULL.features})
  --growth N,N…      curves through these sizes (${FULL.growth.join(',')})
  --profile FOLDER   writes CPU profiles of every thread of the hub
  --keep             what instructions are compared with from now on

names: ${measured.join(', ')}
calls: ${profiled.join(', ')}`;
}

/** Undefined where help is asked for. */
export function readCommandLine(
  args: string[],
  { measured, onlyByName, profiled }: Known,
): CommandLine | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const verb = VERBS.find((word) => word === positionals[0]);
  const names = verb ? positionals.slice(1) : positionals;
  const known = verb === 'profile' ? profiled : measured;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `unknown: ${unknown.join(', ')}; known: ${[...(verb ? [] : VERBS), ...known].join(', ')}`,
    );
  const { quick = false, keep = false, rounds, features, growth, profile } = values;
  const effort = { ...(quick ? QUICK : FULL) };
  if (rounds !== undefined) effort.rounds = wholeNumber('--rounds', rounds, 1);
  if (features !== undefined) effort.features = wholeNumber('--features', features, 10_000);
  if (growth !== undefined)
    effort.growth = growth.split(',').map((size) => wholeNumber('--growth', size, 10_000));
  return {
    verb: verb ?? 'measure',
    names: names.length > 0 ? names : known.filter((name) => !onlyByName.includes(name)),
    effort,
    profile,
    quick,
    keep,
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw new UsageError(`${option} must be a whole number from ${least}`);
  return number;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        quick: { type: 'boolean' },
        keep: { type: 'boolean' },
        rounds: { type: 'string' },
        features: { type: 'string' },
        growth: { type: 'string' },
        profile: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
