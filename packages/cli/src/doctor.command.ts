import { Command } from 'commander';

/** Checks a hub; prints what it finds and sets the exit code. */
export type Examine = (options: { data?: string; repair?: boolean; json?: boolean }) => Promise<void>;

/** `meridian doctor` */
export function doctorCommand(examine: Examine): Command {
  return new Command('doctor')
    .option('--data <folder>', 'the data folder; MERIDIAN_DATA otherwise')
    .option('--repair', 'rebuild what can be rebuilt from the features that can be read')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Reads every space whole: structure, counts, indexes, history and derived data. A data folder must not be
in use; a database may be, unless it is repaired. A repair keeps a damaged file beside the new one and
says what could not be brought back. With MERIDIAN_STORE set, it looks at that database.

Exit codes: 0 all is sound, or was repaired without a loss; 1 something is damaged, or was lost;
3 a server uses the data folder; 5 the data folder, 6 the database cannot be used.

  meridian doctor --data ./data
  meridian doctor --data ./data --repair
`,
    )
    .action(examine);
}
