import { FORMATS, SERVICES } from '@meridian/formats';
import { Command, InvalidArgumentError, Option } from 'commander';
import { clientExitCodes } from '../client-exit-codes.ts';
import { hubOptions, reportErrors } from '../connect.ts';
import { readCount } from '../query/area.ts';
import { list } from '../spaces/definition.ts';
import { listed } from '../terminal/words.ts';
import { DUPLICATE_MODES } from './duplicate-modes.ts';
import { readDuration, retryTimeoutOptions } from './duration.ts';
import { SYNC_MODES } from './sync/sync-modes.ts';

/** `meridian import` */
export function importCommand(): Command {
  const command = hubOptions(new Command('import'))
    .description('write files into a space')
    .argument('<files...>', 'what to read: files, addresses (see below); - is standard input')
    .requiredOption('--to <space>', 'the space to write to')
    .option('--create', 'create the space if it does not exist')
    .option('--title <text>', 'its title, if it is created')
    .option('--dry-run', 'read and check everything, show what is in it, write nothing')
    .option('--resume', 'resume an interrupted import of the same file')
    .option('--report <file>', 'where to list refused features; default: FILE.refused.ndjson')
    .option('--json', 'print what happened as JSON');
  command.optionsGroup('Features:');
  command
    .option(
      '--id <property>',
      'take the id from this property; otherwise its own id or a hash of its content',
    )
    .option('--hash-ids', 'take the id from the content even if the file has ids')
    .addOption(
      new Option('--on-duplicate <mode>', 'ids that come twice in a file: which counts, or add -2, -3, …')
        .choices(DUPLICATE_MODES)
        .default('last'),
    )
    .addOption(
      new Option('--mode <mode>', 'look first, then write only what differs (see below)').choices(SYNC_MODES),
    )
    .option('--key <property>', '--mode: find features by this property, and keep their ids')
    .option('--allow-refused', '--mode: write the others where features are refused')
    .option('-y, --yes', '--mode replace: delete without asking')
    .option('--tags <list>', 'tags to add, separated by commas', list)
    .option('--where <filter>', 'only features for which this CQL2 condition holds')
    .option('--select <list>', 'only these properties, separated by commas', list)
    .option('--rename <old=new>', 'rename a property; may be repeated', addRename);
  command.option('--repair', 'close open rings, make areas valid that cross themselves');
  command.optionsGroup('Files that come later:');
  command
    .option('--watch', 'a folder: import its files, and those that come or change, until stopped')
    .option('--follow', 'a growing .ndjson: import its lines, and those that are appended, until stopped')
    .addOption(
      new Option('--every <time>', '--watch, --follow: how often to look: 2s, 5m')
        .argParser(readDuration)
        .default(2000, '2s'),
    );
  command.optionsGroup('Input format, if not detected:');
  command
    .addOption(new Option('--format <format>', 'what it is').choices(Object.keys(FORMATS)))
    .option('--layer <name>', 'only this layer, or this file of an archive')
    .option('--sheet <name>', 'workbooks: only this sheet; default: the first one')
    .option('--encoding <name>', 'of its texts, such as windows-1252')
    .option('--crs <system>', 'of its coordinates, such as EPSG:25832')
    .option('--lon <column>', 'tables, JSON records: where longitudes or eastings are')
    .option('--lat <column>', 'tables, JSON records: where latitudes or northings are')
    .option('--height <column>', 'tables, JSON records: where heights are')
    .option('--geometry <column>', 'tables, JSON records: where WKT or GeoJSON geometries are')
    .option('--records <path>', 'JSON: where the list of records is, such as data.items')
    .option('--delimiter <character>', 'CSV: the column delimiter; tab for a tab')
    .option('--as-text', 'tables: keep all values as text')
    .option('--no-geometry', 'tables, JSON records: features without geometry');
  command.optionsGroup('Addresses:');
  command
    .addOption(
      new Option('--service <kind>', 'what is behind it, if the address does not tell').choices([
        ...SERVICES,
        'file',
      ]),
    )
    .option('--header <name: value>', 'sent to its server, and to no other; may be repeated', addHeader)
    .option('--sql <query>', 'postgres: import the rows of this query');
  command.optionsGroup('Sending:');
  command
    .option('--parallel <number>', 'requests at a time', readCount, 3)
    .option('--chunk-features <number>', 'max features per request', readCount);
  retryTimeoutOptions(command);
  return command
    .addHelpText(
      'after',
      `
${listed(
  'Reads',
  Object.values(FORMATS).map(({ title }) => title),
)},
also compressed as .gz or .zip. Coordinates are transformed to WGS 84.

Addresses: http and https, of a file (if the connection breaks off, only the rest is
read), of a collection of OGC API Features (…/collections/ID), of a WFS (…/wfs, or with
service=WFS) and of an Esri FeatureServer (…/FeatureServer/0), all of their pages, with
--layer for what the address leaves open; and of tables of a PostGIS database
(postgres://user@host/database?table=schema.name, or --sql).

Importing the same file again changes nothing: features keep their ids, and those
without one get an id made from their content. Ctrl-C stops cleanly;
the same command with --resume continues from there.

A data set that comes again: --mode replace makes the space what the files say,
upsert deletes nothing, append changes nothing that is there. The space is read and
compared first, the numbers are shown (with --dry-run only that), and what differs is
written, in one transaction if it fits into a request. Id, title, rights and history
of the space stay.

--watch imports each file of a folder once it has been the same for two looks, and again
when it changes; what belongs together (.shp, .dbf) is one. --follow imports whole lines,
also behind a rotation. Both remember what the hub has acknowledged: started again, they
go on from there. Ctrl-C and SIGTERM end them with exit code 0.

Examples:
  meridian import peaks.geojson --to peaks --create
  meridian import trees.csv --to trees --id tree_no --lon x --lat y --tags city
  meridian import grid.csv --to wells --lon easting --lat northing --crs EPSG:25832
  meridian import stations.json --to stations --records data.items --id code
  meridian import roads.zip --to roads --dry-run
  meridian import trees.csv --to oaks --where "kind = 'oak' AND height > 20"
  meridian import trees-2026.csv --to trees --mode replace --key tree_no --yes
  meridian import https://example.org/ogc/collections/lakes --to lakes --create
  meridian import 'postgres://me@localhost/gis?table=public.roads' --to roads --id gid
  meridian import incoming/ --watch --to surveys --create
  meridian import /var/log/positions.ndjson --follow --to positions --id vehicle
  zcat big.ndjson.gz | meridian import - --to big --format ndjson

${clientExitCodes()}`,
    )
    .action(
      reportErrors(async (files: string[], options) => {
        // Loaded here, so that other commands start without it.
        const { runImport } = await import('./run-import.ts');
        await runImport(files, options);
      }),
    );
}

/** `name=title`, one after the other. */
function addRename(text: string, earlier: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('an old and a new name: STR_NAME=street.');
  return new Map([...earlier, [text.slice(0, at), text.slice(at + 1)]]);
}

/** `Authorization: Bearer …`, one after the other. */
function addHeader(text: string, earlier: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([^\r\n]+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('a name and a value: "Authorization: Bearer …".');
  return new Map([...earlier, [name.toLowerCase(), value]]);
}
