import { VERSION } from '@meridian/server';
import { Command, CommanderError } from 'commander';
import { type AtDesk, accountCommand } from './account.command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { type CommandLine, readCommandLine, settingOptions } from './flags.ts';
import { serveHelp } from './serve.help.ts';
import { tokenCommand } from './token.command.ts';

/** What each command does, once its words are read. */
export type Actions = { serve(line: CommandLine): Promise<void>; atDesk: AtDesk };

/** The `meridian` command: which words it takes, and what they call. */
export function meridianCommand(actions: Actions): Command {
  const meridian = new Command('meridian')
    .description('A self-hosted geospatial data hub: GeoJSON features in named spaces, over HTTP')
    .version(VERSION)
    .exitOverride();

  const serve = meridian
    .command('serve')
    .description('start the hub (`meridian serve --help` lists every setting)')
    .usage('[flags]')
    .configureHelp({ formatHelp: serveHelp })
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .action((options, command: Command) => actions.serve(readCommandLine(options, command.args)));
  for (const option of settingOptions()) serve.addOption(option);

  for (const group of [accountCommand(actions.atDesk), tokenCommand(actions.atDesk)]) {
    for (const command of [group, ...group.commands]) command.exitOverride();
    meridian.addCommand(group);
  }
  return meridian;
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
