import {
  BackupFault,
  type BackupReport,
  backUp,
  type CopiedSpace,
  describeFault,
  type Environment,
  readSettings,
  restore,
} from '@meridian/server';
import type { Copies } from './backup.command.ts';
import { describeFaults } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { type StartupFault, storageFault } from './startup-fault.ts';
import { counted } from './terminal/words.ts';

/** Reports every space as it is copied, and the totals at the end. */
export function copies(env: Environment): Copies {
  const inFolder = (data: string | undefined, work: (data: string) => string) => {
    const configuration = readSettings(env, data === undefined ? {} : { data });
    if (!configuration.ok) {
      process.stderr.write(describeFaults(configuration.faults.map(describeFault)));
      process.exitCode = EXIT_CODES.configuration.code;
      return;
    }
    try {
      process.stdout.write(work(configuration.settings.data));
    } catch (error) {
      const { code, message } = faultOf(error, configuration.settings.data);
      process.exitCode = code;
      process.stderr.write(`${message}\n`);
    }
  };
  return {
    backUp: (data, target) =>
      inFolder(data, (folder) => `Copied ${summary(backUp(folder, target, reportSpace))} to ${target}.\n`),
    restore: (copy, data) =>
      inFolder(
        data,
        (folder) =>
          `Restored ${summary(restore(copy, folder, reportSpace))} into ${folder}. Start the hub with it: meridian serve --data ${folder}\n`,
      ),
  };
}

function reportSpace({ id, features, number, of }: CopiedSpace): void {
  process.stderr.write(`${number} of ${of}: ${id}, ${counted(features, 'feature')}\n`);
}

function summary({ spaces, features, deleted }: BackupReport): string {
  const gone = deleted.length === 0 ? '' : ` (without ${deleted.join(', ')}, deleted meanwhile)`;
  return `${counted(spaces, 'space')} with ${counted(features, 'feature')}${gone}, accounts, tokens and projects`;
}

/** Anything else is a bug of ours, and crashes. */
function faultOf(error: unknown, data: string): StartupFault {
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof BackupFault) return { code: EXIT_CODES.failure.code, message };
  if (syscall !== undefined) return { code: EXIT_CODES.dataFolderUnusable.code, message };
  const fault = storageFault(error, { data });
  if (!fault) throw error;
  return fault;
}
