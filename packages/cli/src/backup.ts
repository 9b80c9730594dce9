import {
  BackupFault,
  type BackupReport,
  backUp,
  type CopiedSpace,
  describeFault,
  type Environment,
  NewerFormat,
  readSettings,
  restore,
} from '@meridian/server';
import type { Copies } from './backup.command.ts';
import { describeFaults } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';

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
      process.exitCode = exitCodeOf(error);
      process.stderr.write(`${(error as Error).message}\n`);
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
  process.stderr.write(`${number} of ${of}: ${id}, ${features} features\n`);
}

function summary({ spaces, features, deleted }: BackupReport): string {
  const gone = deleted.length === 0 ? '' : ` (without ${deleted.join(', ')}, deleted meanwhile)`;
  return `${spaces} ${spaces === 1 ? 'space' : 'spaces'} with ${features} features${gone}, accounts, tokens and projects`;
}

/** Anything else is a bug of ours, and crashes. */
function exitCodeOf(error: unknown): number {
  if (error instanceof BackupFault) return EXIT_CODES.failure.code;
  if (error instanceof NewerFormat) return EXIT_CODES.dataFolderUnusable.code;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return EXIT_CODES.dataFolderUnusable.code;
  throw error;
}
