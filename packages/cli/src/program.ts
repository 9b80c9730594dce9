import type { Command } from 'commander';
import { baseCommand } from './base-command.ts';
import { completeCommand, completionCommand } from './completion/completion.command.ts';
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

/** The `meridian` command: which words it takes, and what they call. */
export function meridianCommand(operators: readonly Command[] = operatorOutlines()): Command {
  const meridian = baseCommand([
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
  ]);
  meridian.addCommand(completeCommand(() => meridian).exitOverride(), { hidden: true });
  return meridian.addHelpText('after', TOUR);
}

const TOUR = `
A first tour:
  meridian login                                   sign in to a hub
  meridian import peaks.geojson --to peaks --create
  meridian query peaks --where 'height>=4000'
  meridian export peaks -o peaks.gpkg
  meridian import --help                           every command explains itself
`;
