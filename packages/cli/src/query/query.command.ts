import type { Aggregate, Feature, FeatureCollection, Features } from '@meridian/client';
import { Command, InvalidArgumentError } from 'commander';
import { Refusal } from '../admin-backend.ts';
import { clientExitCodes } from '../client-exit-codes.ts';
import { connect, type HubOptions, hubOptions, orMissing, reportErrors } from '../connect.ts';
import { printed } from '../json.ts';
import { list } from '../spaces/definition.ts';
import { grouped } from '../terminal/words.ts';
import { type FilterOptions, filterOf, filterOptions, readCount, readPoint } from './area.ts';
import { featureTable } from './feature-table.ts';
import { groupTable } from './group-table.ts';

type Options = HubOptions &
  FilterOptions & {
    near?: { lat: number; lon: number };
    radius?: number;
    select?: string[];
    limit: number;
    count?: boolean;
    groupBy?: string;
    measures?: string;
    sort?: string;
    geojson?: boolean;
  };

/** The largest page that a hub returns. */
const MAX_FEATURES = 100_000;
const MAX_GROUPS = 10_000;

/** `meridian query` */
export function queryCommand(): Command {
  return filterOptions(hubOptions(new Command('query')))
    .description('search features and show them')
    .argument('<space>', 'the space to search')
    .option('--near <lat,lon>', 'features around this position, latitude first: 47.42,10.98', readPoint)
    .option('--radius <metres>', 'radius of --near; default: 1000', readRadius)
    .option('--select <list>', 'only these properties, separated by commas', list)
    .option('--limit <number>', 'max features to show', readCount, 50)
    .option('--count', 'print only the number of features')
    .option('--group-by <list>', 'count in groups: country, "month(founded)", "h3(5)", "bins(height,5)"')
    .option('--measures <list>', 'of each group: "sum(height),median(height)"')
    .option('--sort <list>', 'order of the groups: count:desc, country:asc, "sum(height):desc"')
    .option('--geojson', 'print GeoJSON, as it can be saved to a file')
    .option('--json', 'the same')
    .addHelpText(
      'after',
      `
Examples:
  meridian query peaks --where 'height>=4000' --select name,height
  meridian query peaks --near 47.42,10.98 --radius 50000
  meridian query peaks --bbox 5.9,45.8,10.5,47.8 --tags glacier --count
  meridian query peaks --filter "CASEI(name) LIKE CASEI('%spitz%')"
  meridian query peaks --group-by country --measures 'max(height)'
  meridian query peaks --where name=Zugspitze --geojson > zugspitze.geojson

${clientExitCodes()}`,
    )
    .action(reportErrors(query));
}

async function query(space: string, options: Options): Promise<void> {
  if (options.bbox && options.near) throw new Refusal('--bbox and --near are two areas: choose one');
  if (options.radius !== undefined && !options.near)
    throw new Refusal('--radius needs a position: add --near');
  const at = connect(options);
  const features = at.client.features(space);
  if (options.count) {
    const count = await orMissing(`space ${space}`, at, countOf(features, options));
    return void process.stdout.write(options.json ? printed({ count }) : `${count}\n`);
  }
  if (options.groupBy !== undefined || options.measures !== undefined) {
    const found = await orMissing(`space ${space}`, at, groupsOf(features, options));
    process.stdout.write(options.json ? printed(found) : groupTable(found));
    return;
  }
  if (options.sort !== undefined) throw new Refusal('--sort orders groups: add --group-by');
  const found = await orMissing(`space ${space}`, at, find(features, options, options.limit));
  const shown = options.geojson || options.json;
  process.stdout.write(shown ? geojson(found) : featureTable(found.features as Feature[], options.select));
  if (found.partial)
    process.stderr.write(
      `Showing the first ${grouped(found.features.length)} features; there are more: raise --limit, or use meridian export\n`,
    );
}

function find(features: Features, options: Options, limit: number): Promise<FeatureCollection> {
  const { bbox, near, radius = 1000, select } = options;
  if (limit > MAX_FEATURES)
    throw new Refusal(`--limit can be at most ${MAX_FEATURES}: meridian export has no limit`);
  const selection = select?.map((name) => (/^[pf]\./.test(name) ? name : `p.${name}`));
  const search = { ...filterOf(options), limit, ...(selection && { selection }) };
  if (bbox) return features.bbox(bbox, search);
  return near ? features.near(near, { ...search, radius }) : features.search(search);
}

function groupsOf(features: Features, options: Options): Promise<Aggregate> {
  const { groupBy, measures, sort, limit } = options;
  if (limit > MAX_GROUPS) throw new Refusal(`--limit can be at most ${MAX_GROUPS} groups`);
  const list = (terms: string | undefined) => (terms === undefined ? undefined : [terms]);
  return features.aggregate({
    ...areaOf(options),
    groupBy: list(groupBy),
    measures: list(measures),
    sort: list(sort),
    limit,
  });
}

async function countOf(features: Features, options: Options): Promise<number> {
  return (await features.aggregate(areaOf(options))).count;
}

/** Which features are meant, as aggregates take it. */
function areaOf(options: Options) {
  const { bbox, near, radius = 1000 } = options;
  return { ...filterOf(options), bbox, near, ...(near && { radius }) };
}

function readRadius(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('a whole number of metres.');
  return Number(text);
}

/** A feature a line: readable, and good to compare. */
function geojson({ features }: FeatureCollection): string {
  const lines = features.map((feature) => `\n${JSON.stringify(feature)}`);
  return `{"type":"FeatureCollection","features":[${lines.join(',')}\n]}\n`;
}
