import { Command } from 'commander';

/** Copies between data folders; errors are printed and set the exit code. */
export type Copies = {
  backUp(data: string | undefined, target: string): void;
  restore(copy: string, data: string | undefined): void;
};

type Options = { data?: string };

const DATA = ['--data <folder>', 'the data folder; MERIDIAN_DATA otherwise'] as const;

/** `meridian backup <folder>` */
export function backupCommand(copies: Copies): Command {
  return new Command('backup')
    .argument('<folder>', 'where to write the backup: a folder that is empty or does not exist yet')
    .option(...DATA)
    .addHelpText(
      'after',
      `
The hub may keep running. Each space is a consistent snapshot. The backup gets its name once it is
complete and verified.

  meridian backup /backups/$(date +%F)
`,
    )
    .action((folder: string, { data }: Options) => copies.backUp(data, folder));
}

/** `meridian restore <folder>` */
export function restoreCommand(copies: Copies): Command {
  return new Command('restore')
    .argument('<folder>', 'a copy that "meridian backup" made')
    .option(...DATA)
    .addHelpText(
      'after',
      `
The data folder must be empty or not exist yet: nothing is overwritten. The backup is verified and not changed.

  meridian restore /backups/2026-11-15 --data ./data
`,
    )
    .action((folder: string, { data }: Options) => copies.restore(folder, data));
}
