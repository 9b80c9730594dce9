import { Command, CommanderError, type Option } from 'commander';
import { EXIT_CODES } from './exit-codes.ts';
import { isHubOption } from './hub-option.ts';
import { VERSION } from './version.ts';

/** Commands that help shows below one title. */
export type CommandGroup = readonly [title: string, commands: readonly Command[]];

/** `meridian` with these commands within it. */
export function baseCommand(groups: readonly CommandGroup[]): Command {
  const meridian = new Command('meridian')
    .description('A self-hosted geospatial data hub: GeoJSON features in named spaces, over HTTP')
    .version(VERSION)
    .helpCommand(false);
  for (const [title, commands] of groups)
    for (const command of commands) meridian.addCommand(command.helpGroup(title));
  finish(meridian);
  return meridian;
}

/** For every command and those within it. */
function finish(command: Command): void {
  // The parser must not end the process: a test or a pending write may still need it.
  command.exitOverride();
  // Help shows options in this order: which hub is meant matters least to most.
  (command.options as Option[]).sort((a, b) => Number(isHubOption(a)) - Number(isHubOption(b)));
  for (const inner of command.commands) finish(inner);
}

/** Runs it; help, the version and wrong words set the exit code. */
export async function runCommand(meridian: Command, words: readonly string[]): Promise<void> {
  try {
    await meridian.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? EXIT_CODES.orderly.code : EXIT_CODES.configuration.code;
  }
}
