import { backups } from './backup.ts';
import { describeFaults, readConfiguration } from './configuration.ts';
import { copy } from './copy.ts';
import { examine } from './doctor.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { Actions } from './operator.commands.ts';
import { serve } from './serve.ts';
import { withAdminBackend } from './with-admin-backend.ts';

export const operatorActions: Actions = {
  withAdminBackend: withAdminBackend(process.env),
  backups: backups(process.env),
  copy,
  examine: examine(process.env),
  async serve(line) {
    const configuration = readConfiguration(process.env, line);
    if ('settings' in configuration) {
      // The other commands for operators do without all that answers requests.
      const { startServer } = await import('@meridian/server/start');
      return serve(configuration.settings, startServer);
    }
    process.stderr.write(describeFaults(configuration.faults));
    process.exitCode = EXIT_CODES.configuration.code;
  },
};
