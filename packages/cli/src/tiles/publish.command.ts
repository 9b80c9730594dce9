import { Command } from 'commander';
import { clientExitCodes } from '../client-exit-codes.ts';
import { hubOptions, reportErrors } from '../connect.ts';
import { retryTimeoutOptions } from '../import/duration.ts';
import { zoomOptions } from './zoom-options.ts';

/** `meridian publish` */
export function publishCommand(): Command {
  return zoomOptions(retryTimeoutOptions(hubOptions(new Command('publish'))))
    .description('write a map of spaces as a folder for any web server')
    .argument('<folder>', 'where to write it; created if it does not exist')
    .argument('<space...>', 'what the map shows, the first on top')
    .option('--title <text>', 'what the page is called; default: the titles of the spaces')
    .option('--keep-style', 'leave the style.json of an earlier publication as it is')
    .option('--json', 'print what happened as JSON')
    .addHelpText(
      'after',
      `
The folder has a page, a MapLibre style, the tiles of each space as PMTiles, and
all scripts: it needs no hub, and nothing from elsewhere. Its web server must
support range requests; nearly all do. Everybody who can open the page can read
all features of these spaces. The folder must be empty, or an earlier publication.

Examples:
  meridian publish site peaks huts --title 'Peaks and huts'
  rsync -r site/ www.example.org:/var/www/peaks/

${clientExitCodes()}`,
    )
    .action(
      reportErrors(async (folder: string, spaces: string[], options) => {
        const { runPublish } = await import('./run-publish.ts');
        await runPublish(folder, spaces, options);
      }),
    );
}
