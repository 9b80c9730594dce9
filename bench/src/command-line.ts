import { parseArgs } from 'node:util';
import type { Effort } from './figures/setting.ts';

export type CommandLine = { names: string[]; effort: Effort; profile: string | undefined; quick: boolean };

const FULL: Effort = { features: 1_000_000, rounds: 5, seconds: 5, bulkFeatures: 40_000, importBytes: 1e9 };
const QUICK: Effort = { features: 50_000, rounds: 2, seconds: 1, bulkFeatures: 5000, importBytes: 2e7 };

export class UsageError extends Error {}

/** `npm run bench -- [NAME …] [--quick] [--rounds N] [--profile FOLDER]` */
export function readCommandLine(args: string[], known: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new UsageError(`unknown: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  const { quick = false, rounds, profile } = values;
  const effort = { ...(quick ? QUICK : FULL) };
  if (rounds !== undefined) effort.rounds = Number(rounds);
  if (!Number.isInteger(effort.rounds) || effort.rounds < 1)
    throw new UsageError('--rounds must be a whole number from 1');
  return { names: positionals.length > 0 ? positionals : [...known], effort, profile, quick };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        rounds: { type: 'string' },
        profile: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
