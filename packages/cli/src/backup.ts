import { pipeline } from 'node:stream/promises';
import {
  BackupFault,
  type BackupReport,
  backUpAsStream,
  backUpHub,
  backUpInSeries,
  type CopiedSpace,
  describeFault,
  type Environment,
  Fault,
  isEmbedded,
  isInMemory,
  MoveFault,
  readSettings,
  restoreHub,
  restoreSpace,
  verifyBackup,
  withUnpacked,
} from '@meridian/server';
import type { Backups } from './backup.command.ts';
import { describeFaults } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { type StartupFault, storageFault } from './startup-fault.ts';
import { counted } from './terminal/words.ts';

/** Reports every space as it is copied or checked, unless it shall be quiet, and the totals at the end. */
export function backups(env: Environment): Backups {
  return {
    backUp: (target, { data, keep, quiet }) =>
      onStore(env, data, async (store) => {
        const onSpace = reporter(quiet);
        if (target === STREAM) return streamed(store, keep, onSpace);
        if (keep === undefined)
          return `Copied ${summary(await backUpHub(store, target, onSpace))} to ${target}.\n`;
        const made = await backUpInSeries(store, target, keep, onSpace);
        const removed = made.removed === 0 ? '' : ` Removed ${counted(made.removed, 'older backup')}.`;
        return `Copied ${summary(made.report)} to ${made.target}.${removed}\n`;
      }),
    verify: (backup, { quiet }) =>
      printing(backup, () =>
        fromFolder(backup, async (folder) => {
          const { spaces, features } = verifyBackup(folder, reporter(quiet));
          const what = backup === STREAM ? 'The stream' : backup;
          return `${what} is as it was written: ${counted(spaces, 'space')} with ${counted(features, 'feature')}.\n`;
        }),
      ),
    restore: (backup, { data, space, quiet }) =>
      onStore(env, data, (store, isFolder) =>
        fromFolder(backup, async (folder) => {
          const onSpace = reporter(quiet);
          if (space === undefined) {
            const restored = summary(await restoreHub(folder, store, onSpace));
            return isFolder
              ? `Restored ${restored} into ${store}. Start the hub with it: meridian serve --data ${store}\n`
              : `Restored ${restored} into the database.\n`;
          }
          const { features } = await restoreSpace(folder, store, space, onSpace);
          const where = isFolder ? store : 'the database';
          return `Restored the space ${space} with ${counted(features, 'feature')} into ${where}.\n`;
        }),
      ),
  };
}

/** Stands for standard output, or standard input. */
const STREAM = '-';

/** What is said about it must not get into the stream. */
async function streamed(
  store: string,
  keep: number | undefined,
  onSpace: (space: CopiedSpace) => void,
): Promise<string> {
  if (keep !== undefined) throw new BackupFault('--keep needs a folder: a stream has no backups before it');
  if (process.stdout.isTTY)
    throw new BackupFault(
      'a backup is no text: send it to a file or a program, as in "meridian backup - | gzip > hub.tar.gz"',
    );
  const report = await backUpAsStream(store, (archive) => pipeline(archive, process.stdout), onSpace);
  process.stderr.write(`Wrote ${summary(report)} to standard output.\n`);
  return '';
}

function fromFolder<T>(backup: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (backup !== STREAM) return work(backup);
  if (process.stdin.isTTY)
    throw new BackupFault('standard input is a terminal: pipe a backup into the command');
  return withUnpacked(process.stdin, work);
}

/** Works on a data folder or, where none is named and MERIDIAN_STORE says so, on a database. */
async function onStore(
  env: Environment,
  data: string | undefined,
  work: (store: string, isFolder: boolean) => Promise<string>,
): Promise<void> {
  const configuration = readSettings(env, data === undefined ? {} : { data, store: 'embedded' });
  if (!configuration.ok) {
    process.stderr.write(describeFaults(configuration.faults.map(describeFault)));
    process.exitCode = EXIT_CODES.configuration.code;
    return;
  }
  const { settings } = configuration;
  await printing(settings.data, async () => {
    if (isInMemory(settings))
      throw new BackupFault('the store is memory: (MERIDIAN_STORE), and nothing outlasts its server');
    const isFolder = isEmbedded(settings);
    return work(isFolder ? settings.data : settings.store, isFolder);
  });
}

async function printing(data: string, work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await work());
  } catch (error) {
    const { code, message } = faultOf(error, data);
    process.exitCode = code;
    process.stderr.write(`${message}\n`);
  }
}

function reporter(isQuiet = false): (space: CopiedSpace) => void {
  return isQuiet ? () => {} : reportSpace;
}

function reportSpace({ id, features, number, of, isUnchanged }: CopiedSpace): void {
  const unchanged = isUnchanged ? ', unchanged' : '';
  process.stderr.write(`${number} of ${of}: ${id}, ${counted(features, 'feature')}${unchanged}\n`);
}

function summary({ spaces, unchanged, features, deleted }: BackupReport): string {
  const same = unchanged === 0 ? '' : ` (${unchanged} unchanged)`;
  const gone = deleted.length === 0 ? '' : ` (without ${deleted.join(', ')}, deleted meanwhile)`;
  return `${counted(spaces, 'space')}${same} with ${counted(features, 'feature')}${gone}, accounts, tokens and projects`;
}

/** Anything else is a bug of ours, and crashes. */
function faultOf(error: unknown, data: string): StartupFault {
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof BackupFault || error instanceof MoveFault)
    return { code: EXIT_CODES.failure.code, message };
  if (error instanceof Fault && error.kind === 'unavailable')
    return { code: EXIT_CODES.databaseUnusable.code, message };
  if (syscall !== undefined) return { code: EXIT_CODES.dataFolderUnusable.code, message };
  const fault = storageFault(error, { data });
  if (!fault) throw error;
  return fault;
}
