import {
  certificateFaults,
  describeFault,
  type Environment,
  readSettings,
  type Settings,
  storeFaults,
} from '@meridian/server';
import type { CommandLine } from './flags.ts';

/** The settings of this run, or every reason why there are none, in words. */
export function readConfiguration(
  env: Environment,
  { flags, unexpectedArguments }: CommandLine,
): { settings: Settings } | { faults: string[] } {
  const configuration = readSettings(env, flags);
  const faults = configuration.ok ? [] : configuration.faults.map(describeFault);
  const sound = configuration.ok ? configuration.settings : configuration.sound;
  faults.push(...certificateFaults(sound), ...storeFaults(sound));
  if (unexpectedArguments > 0) faults.push(unexpectedArgumentsFault(unexpectedArguments));
  return configuration.ok && faults.length === 0 ? { settings: configuration.settings } : { faults };
}

/** The words are not repeated: one may be the second half of a password with a blank in it. */
function unexpectedArgumentsFault(count: number): string {
  const words =
    count === 1 ? 'An argument on the command line belongs' : `${count} arguments on the command line belong`;
  return `${words} to no flag: settings are written --name value, and a value with blanks is quoted`;
}

export function describeFaults(faults: readonly string[]): string {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return `The configuration has ${count}:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`;
}
