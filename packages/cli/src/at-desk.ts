import {
  DatabaseUnusable,
  DataFolderInUse,
  describeFault,
  type Environment,
  Fault,
  readSettings,
} from '@meridian/server';
import type { AtDesk } from './account.command.ts';
import { askFor } from './ask.ts';
import { describeFaults } from './configuration.ts';
import { Refusal } from './desk.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { openDesk } from './open-desk.ts';

/** Opens the desk of a data folder for one command; what goes wrong is told and sets the exit code. */
export function atDesk(env: Environment): AtDesk {
  return async (data, work) => {
    const configuration = readSettings(env, data === undefined ? {} : { data });
    if (!configuration.ok) {
      process.stderr.write(describeFaults(configuration.faults.map(describeFault)));
      process.exitCode = EXIT_CODES.configuration.code;
      return;
    }
    try {
      const desk = await openDesk(configuration.settings, askFor(env));
      try {
        process.stdout.write(await work(desk));
      } finally {
        await desk.close();
      }
    } catch (error) {
      process.exitCode = exitCodeOf(error);
      process.stderr.write(`${(error as Error).message}\n`);
    }
  };
}

/** What is no word to the user is a fault of ours, and crashes. */
function exitCodeOf(error: unknown): number {
  if (error instanceof DataFolderInUse) return EXIT_CODES.dataFolderInUse.code;
  if (error instanceof DatabaseUnusable) return EXIT_CODES.databaseUnusable.code;
  if (error instanceof Refusal || error instanceof Fault) return EXIT_CODES.failure.code;
  throw error;
}
