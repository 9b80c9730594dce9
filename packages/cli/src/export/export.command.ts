import {
  CSV_GEOMETRIES,
  FORMULA_MODES,
  PICTURE_FORMATS,
  TILE_FORMATS,
  WRITE_FORMATS,
} from '@meridian/formats';
import { Command, Option } from 'commander';
import { clientExitCodes } from '../client-exit-codes.ts';
import { hubOptions, reportErrors } from '../connect.ts';
import { retryTimeoutOptions } from '../import/duration.ts';
import { filterOptions, readCount } from '../query/area.ts';
import { list } from '../spaces/definition.ts';
import { listed } from '../terminal/words.ts';
import { tileFormatOf } from '../tiles/tile-format.ts';
import { zoomOptions } from '../tiles/zoom-options.ts';
import { pictureFormatOf } from './picture-format.ts';

/** `meridian export` */
export function exportCommand(): Command {
  const endings = Object.values(WRITE_FORMATS).map(({ ending }) => ending);
  return zoomOptions(retryTimeoutOptions(filterOptions(hubOptions(new Command('export')))))
    .description('write a space to a file')
    .argument('<space>', 'what to write')
    .option('-o, --output <file>', 'output file; default: standard output')
    .addOption(
      new Option('--format <format>', 'output format; default: from the file name, or geojson').choices([
        ...Object.keys(WRITE_FORMATS),
        ...Object.keys(TILE_FORMATS),
        ...Object.keys(PICTURE_FORMATS),
      ]),
    )
    .option('--select <list>', 'only these properties, separated by commas', list)
    .addOption(
      new Option('--formulas <mode>', 'CSV: texts that spreadsheets would run, with an apostrophe or as is')
        .choices(FORMULA_MODES)
        .default('escape'),
    )
    .addOption(
      new Option(
        '--csv-geometry <form>',
        'CSV: as WKT, points as columns lon, lat and height, or these where all are points',
      )
        .choices(CSV_GEOMETRIES)
        .default('wkt'),
    )
    .option('--job', 'let the hub write the file, of one version, and fetch it when it is complete')
    .option('--width <pixels>', 'SVG, PNG: of the picture; default: 1024', readCount)
    .option('--json', 'print what happened as JSON')
    .addHelpText(
      'after',
      `
${listed(
  'Writes',
  Object.values(WRITE_FORMATS).map(({ title }) => title),
)},
by the ending of the file: ${endings.map((ending) => `.${ending}`).join(', ')};
with .gz appended, compressed. A .zip is a Shapefile. What a format has no room for
is counted and shown. The file gets its name once it is complete.

Vector tiles for maps that need no hub, by .pmtiles or .mbtiles: all zooms, each
tile at most 400 kB. The last zoom is that from which on tiles show every feature;
maps enlarge its tiles.

With --job the hub writes the file in the background: it is of one version of the
space, whatever is written meanwhile, and the command only fetches it.

Pictures of a map for reports, by .svg or .png: of everything, or of --bbox. The hub draws
them, with the colour that the space has on its map.

Examples:
  meridian export peaks -o peaks.geojson
  meridian export peaks -o high.csv --where 'height>=4000' --select name,height
  meridian export roads --bbox 5.9,45.8,10.5,47.8 --format ndjson | wc -l
  meridian export roads -o roads.pmtiles --max-zoom 12
  meridian export roads -o roads.pmtiles --job
  meridian export roads -o roads.png --bbox 5.9,45.8,10.5,47.8 --width 2000

${clientExitCodes()}`,
    )
    .action(
      reportErrors(async (space: string, options) => {
        const picture = pictureFormatOf(options.format, options.output);
        if (picture !== undefined)
          return (await import('./run-picture-export.ts')).runPictureExport(space, picture, options);
        if (options.job) return (await import('./run-export-job.ts')).runExportJob(space, options);
        const tiles = tileFormatOf(options.format, options.output);
        // Loaded here, so that other commands start without it.
        if (tiles !== undefined)
          return (await import('../tiles/run-tile-export.ts')).runTileExport(space, tiles, options);
        const { runExport } = await import('./run-export.ts');
        await runExport(space, options);
      }),
    );
}
