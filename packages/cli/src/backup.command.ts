import { Command, InvalidArgumentError } from 'commander';

/** Backups of a hub; errors are printed and set the exit code. */
export type Backups = {
  backUp(target: string, options: Options): Promise<void>;
  verify(backup: string, options: Options): Promise<void>;
  restore(backup: string, options: Options): Promise<void>;
};

export type Options = { data?: string; keep?: number; space?: string; quiet?: boolean };

const DATA = ['--data <folder>', 'the data folder; MERIDIAN_STORE and MERIDIAN_DATA otherwise'] as const;
const QUIET = ['--quiet', 'no line for each space: only the result, or what went wrong'] as const;

/** `meridian backup <folder>` */
export function backupCommand(backups: Backups): Command {
  return new Command('backup')
    .argument(
      '<folder>',
      'where to write the backup: a folder that is empty or does not exist yet, or - for standard output',
    )
    .option(...DATA)
    .option('--keep <number>', 'write it into the folder, beside earlier ones, and keep so many', readKeep)
    .option(...QUIET)
    .addHelpText(
      'after',
      `
The hub may keep running, on a data folder or on PostgreSQL. Each space is a consistent snapshot. The backup gets
its name once it is complete and verified. With --keep, spaces that have not changed since the backup before take
no further room, and the oldest backups are removed. As a stream it is a tar archive, which begins once the whole
backup is made and checked in a temporary folder (TMPDIR).

  meridian backup /backups/$(date +%F)
  meridian backup /backups --keep 14
  meridian backup - | zstd | ssh elsewhere 'cat > hub.tar.zst'
`,
    )
    .action((folder: string, options: Options) => backups.backUp(folder, options));
}

/** `meridian verify <folder>` */
export function verifyCommand(backups: Backups): Command {
  return new Command('verify')
    .argument('<folder>', 'a backup that "meridian backup" made, or - for standard input')
    .option(...QUIET)
    .addHelpText(
      'after',
      `
Reads every file of the backup and compares its checksum. Exit code 1 if anything is missing or damaged.

  meridian verify /backups/2026-11-15
`,
    )
    .action((folder: string, options: Options) => backups.verify(folder, options));
}

/** `meridian restore <folder>` */
export function restoreCommand(backups: Backups): Command {
  return new Command('restore')
    .argument('<folder>', 'a backup that "meridian backup" made, or - for standard input')
    .option(...DATA)
    .option('--space <id>', 'restore only this space, into a hub that is stopped')
    .option(...QUIET)
    .addHelpText(
      'after',
      `
The data folder, or the database of MERIDIAN_STORE, must be empty or not exist yet: nothing is overwritten. The
backup is verified and not changed. With --space, the space gets the definition, features and history of the
backup, in place of the one that has its id now.

  meridian restore /backups/2026-11-15 --data ./data
  meridian restore /backups/2026-11-15 --data ./data --space peaks
  ssh elsewhere 'cat hub.tar.zst' | zstd -d | meridian restore - --data ./data
`,
    )
    .action((folder: string, options: Options) => backups.restore(folder, options));
}

function readKeep(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('it must be a number from 1 on.');
  return Number(text);
}
