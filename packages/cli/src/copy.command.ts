import { Command } from 'commander';

/** Copies a hub from one store to another; errors are printed and set the exit code. */
export type CopyHub = (from: string, to: string) => Promise<void>;

type Options = { from: string; to: string };

/** `meridian copy --from <store> --to <store>` */
export function copyCommand(copy: CopyHub): Command {
  return new Command('copy')
    .requiredOption('--from <store>', 'the hub to copy: a data folder, or postgres://…')
    .requiredOption(
      '--to <store>',
      'where to copy it: a folder that is empty or does not exist yet, or postgres://…',
    )
    .addHelpText(
      'after',
      `
Copies everything: spaces with their features, times, order and history, accounts, tokens, projects. The source is
only read; stop its hub first, so that nothing is written there meanwhile. Each copied space is
read back, and counts and checksums are compared. If interrupted, the same command copies what is missing.

  meridian copy --from ./data --to postgres://meridian@db.example.com/meridian
  meridian copy --from postgres://meridian@db.example.com/meridian --to ./data
`,
    )
    .action(({ from, to }: Options) => copy(from, to));
}
