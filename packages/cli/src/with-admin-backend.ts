import { describeFault, type Environment, Fault, readSettings } from '@meridian/server';
import type { WithAdminBackend } from './account.command.ts';
import { Refusal } from './admin-backend.ts';
import { askFor } from './ask.ts';
import { describeFaults } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { openAdminBackend } from './open-admin-backend.ts';
import { type StartupFault, storageFault } from './startup-fault.ts';

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
      const { code, message } = faultOf(error, configuration.settings.data);
      process.exitCode = code;
      process.stderr.write(`${message}\n`);
    }
  };
}

/** Anything else is a bug of ours, and crashes. */
function faultOf(error: unknown, data: string): StartupFault {
  if (error instanceof Refusal || error instanceof Fault)
    return { code: EXIT_CODES.failure.code, message: error.message };
  const fault = storageFault(error, { data });
  if (!fault) throw error;
  return fault;
}
