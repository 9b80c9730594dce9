import {
  DatabaseUnusable,
  DataFolderInUse,
  describeFault,
  type Environment,
  Fault,
  readSettings,
} from '@meridian/server';
import type { WithAdminBackend } from './account.command.ts';
import { Refusal } from './admin-backend.ts';
import { askFor } from './ask.ts';
import { describeFaults } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { openAdminBackend } from './open-admin-backend.ts';

/** Opens the admin backend of a data folder for one command; errors are printed and set the exit code. */
export function withAdminBackend(env: Environment): WithAdminBackend {
  return async (data, work) => {
    const configuration = readSettings(env, data === undefined ? {} : { data });
    if (!configuration.ok) {
      process.stderr.write(describeFaults(configuration.faults.map(describeFault)));
      process.exitCode = EXIT_CODES.configuration.code;
      return;
    }
    try {
      const backend = await openAdminBackend(configuration.settings, askFor(env));
      try {
        process.stdout.write(await work(backend));
      } finally {
        await backend.close();
      }
    } catch (error) {
      process.exitCode = exitCodeOf(error);
      process.stderr.write(`${(error as Error).message}\n`);
    }
  };
}

/** Anything else is a bug of ours, and crashes. */
function exitCodeOf(error: unknown): number {
  if (error instanceof DataFolderInUse) return EXIT_CODES.dataFolderInUse.code;
  if (error instanceof DatabaseUnusable) return EXIT_CODES.databaseUnusable.code;
  if (error instanceof Refusal || error instanceof Fault) return EXIT_CODES.failure.code;
  throw error;
}
