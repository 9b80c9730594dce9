import { Command, Option } from 'commander';
import { clientExitCodes } from '../client-exit-codes.ts';
import { hubOptions, reportErrors } from '../connect.ts';
import { retryTimeoutOptions } from '../import/duration.ts';
import { readCount } from '../query/area.ts';
import { list } from '../spaces/definition.ts';

/** `meridian migrate` */
export function migrateCommand(): Command {
  return retryTimeoutOptions(hubOptions(new Command('migrate')))
    .description('copy spaces and projects from another hub, or from HERE Data Hub (XYZ Hub)')
    .argument('<source>', 'the URL of the hub to copy from')
    .addOption(
      new Option('--token <token>', 'a token of that hub: what it can read is copied')
        .env('MERIDIAN_SOURCE_TOKEN')
        .makeOptionMandatory(),
    )
    .option('--spaces <list>', 'only these spaces, separated by commas', list)
    .option('--owner <who>', 'whose spaces: me, others, * or an account id', 'me')
    .option('--page-size <number>', 'features to read at a time', readCount, 1000)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Copies definitions, features with their tags, indexes, versions where the source has all of them, virtual spaces,
processors, logs and projects. Spaces keep their ids; one that the target has already is left alone. Counts and
checksums of both sides are compared, and the report says what was left out. If interrupted, the same command goes on.

Examples:
  meridian migrate https://xyz.example.com --token "$OLD_TOKEN"
  meridian migrate https://xyz.example.com --token "$OLD_TOKEN" --spaces roads,towns --json > report.json

${clientExitCodes()}`,
    )
    .action(
      reportErrors(async (source: string, options) => {
        // Loaded here, so that other commands start without it.
        const { runMigrate } = await import('./run-migrate.ts');
        await runMigrate(source, options);
      }),
    );
}
