import { Command, CommanderError, type Option } from 'commander';
import { completeCommand, completionCommand } from './completion/completion.command.ts';
import { isHubOption } from './connect.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { exportCommand } from './export/export.command.ts';
import { importCommand } from './import/import.command.ts';
import { migrateCommand } from './migrate/migrate.command.ts';
import { openCommand } from './open.command.ts';
import { operatorOutlines } from './operator.outlines.ts';
import { loginCommand } from './profile/login.command.ts';
import { logoutCommand } from './profile/logout.command.ts';
import { profilesCommand } from './profile/profiles.command.ts';
import { projectsCommand } from './projects.command.ts';
import { queryCommand } from './query/query.command.ts';
import { spacesCommand } from './spaces/spaces.command.ts';
import { statsCommand } from './stats.command.ts';
import { publishCommand } from './tiles/publish.command.ts';
import { tokensCommand } from './tokens.command.ts';
import { VERSION } from './version.ts';

/** The `meridian` command: which words it takes, and what they call. */
export function meridianCommand(operators: readonly Command[] = operatorOutlines()): Command {
  const meridian = new Command('meridian')
    .description('A self-hosted geospatial data hub: GeoJSON features in named spaces, over HTTP')
    .version(VERSION)
    .helpCommand(false);
  const groups: [title: string, commands: readonly Command[]][] = [
    [
      'Your data:',
      [
        importCommand(),
        exportCommand(),
        publishCommand(),
        migrateCommand(),
        queryCommand(),
        statsCommand(),
        spacesCommand(),
        projectsCommand(),
      ],
    ],
    ['Authentication:', [loginCommand(), logoutCommand(), profilesCommand(), tokensCommand(), openCommand()]],
    ['Running a hub:', operators],
    ['Other:', [completionCommand()]],
  ];
  for (const [title, commands] of groups)
    for (const command of commands) meridian.addCommand(command.helpGroup(title));
  meridian.addCommand(
    completeCommand(() => meridian),
    { hidden: true },
  );
  meridian.addHelpText('after', TOUR);
  finish(meridian);
  return meridian;
}

const TOUR = `
A first tour:
  meridian login                                   sign in to a hub
  meridian import peaks.geojson --to peaks --create
  meridian query peaks --where 'height>=4000'
  meridian export peaks -o peaks.gpkg
  meridian import --help                           every command explains itself
`;

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
