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
    .argument('<folder>', 'where to put the copy: a folder that is empty or not there yet')
    .option(...DATA)
    .addHelpText(
      'after',
      `
The hub may go on serving. Each space is copied as of one moment. The copy has its name once it is whole,
and is checked before.

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
The data folder must be empty or not there yet: nothing is overwritten. The backup is checked, and stays.

  meridian restore /backups/2026-11-15 --data ./data
`,
    )
    .action((folder: string, { data }: Options) => copies.restore(folder, data));
}
