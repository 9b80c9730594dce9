import type { Feature, FeatureCollection, Features } from '@meridian/client';
import { Command, InvalidArgumentError } from 'commander';
import { Refusal } from '../admin-backend.ts';
import { clientExitCodes } from '../client-exit-codes.ts';
import { connect, type HubOptions, hubOptions, orMissing, reportErrors } from '../connect.ts';
import { printed } from '../json.ts';
import { list } from '../spaces/definition.ts';
import { grouped } from '../terminal/words.ts';
import { type FilterOptions, filterOptions, readCount, readPoint } from './area.ts';
import { featureTable } from './feature-table.ts';

type Options = HubOptions &
  FilterOptions & {
    near?: { lat: number; lon: number };
    radius?: number;
    select?: string[];
    limit: number;
    count?: boolean;
    geojson?: boolean;
  };

/** The largest page that a hub returns. */
const MAX_FEATURES = 100_000;

/** `meridian query` */
export function queryCommand(): Command {
  return filterOptions(hubOptions(new Command('query')))
    .description('search features and show them')
    .argument('<space>', 'the space to search')
    .option('--near <lat,lon>', 'features around this position: 47.42,10.98', readPoint)
    .option('--radius <metres>', 'radius of --near; default: 1000', readRadius)
    .option('--select <list>', 'only these properties, separated by commas', list)
    .option('--limit <number>', 'max features to show', readCount, 50)
    .option('--count', 'print only the number of features')
    .option('--geojson', 'print GeoJSON, as it can be saved to a file')
    .option('--json', 'the same')
    .addHelpText(
      'after',
      `
Examples:
  meridian query peaks --where 'height>=4000' --select name,height
  meridian query peaks --near 47.42,10.98 --radius 50000
  meridian query peaks --bbox 5.9,45.8,10.5,47.8 --tags glacier --count
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
  const found = await orMissing(`space ${space}`, at, find(features, options, options.limit));
  const shown = options.geojson || options.json;
  process.stdout.write(shown ? geojson(found) : featureTable(found.features as Feature[], options.select));
  if (found.partial)
    process.stderr.write(
      `Showing the first ${grouped(found.features.length)} features; there are more: raise --limit, or use meridian export\n`,
    );
}

function find(features: Features, options: Options, limit: number): Promise<FeatureCollection> {
  const { bbox, near, radius = 1000, tags, where, select } = options;
  if (limit > MAX_FEATURES)
    throw new Refusal(`--limit can be at most ${MAX_FEATURES}: meridian export has no limit`);
  const selection = select?.map((name) => (/^[pf]\./.test(name) ? name : `p.${name}`));
  const search = { tags, where, limit, ...(selection && { selection }) };
  if (bbox) return features.bbox(bbox, search);
  return near ? features.near(near, { ...search, radius }) : features.search(search);
}

/** The hub counts by tags and properties; what lies in an area has to be looked at. */
async function countOf(features: Features, options: Options): Promise<number> {
  const { bbox, near, tags, where } = options;
  if (!bbox && !near) return features.count({ tags, where });
  const found = await find(features, { ...options, select: ['f.id'] }, MAX_FEATURES);
  if (found.partial) throw new Refusal(`there are more than ${MAX_FEATURES} features: choose a smaller area`);
  return found.features.length;
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
