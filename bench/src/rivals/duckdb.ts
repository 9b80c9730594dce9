import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SPACE, spaceFile } from '../data/filling.ts';
import { cacheFolder, type Prepared } from '../data/prepared.ts';
import { Child } from '../floors/child.ts';
import { writeLines } from './geopackage.ts';

const VERSION = '1.5.6-r.1';

/** The types of what every feature may have below `properties`. */
const PROPERTIES = {
  name: 'VARCHAR',
  district: 'INTEGER',
  sheet: 'INTEGER',
  source: { survey: 'INTEGER', date: 'VARCHAR' },
  operator: 'VARCHAR',
  surface: 'VARCHAR',
  height: 'DOUBLE',
  lanes: 'INTEGER',
  open: 'BOOLEAN',
  website: 'VARCHAR',
  address: { street: 'VARCHAR', number: 'INTEGER', postcode: 'VARCHAR' },
  wheelchair: 'VARCHAR',
  capacity: 'INTEGER',
  colour: 'VARCHAR',
  levels: ['INTEGER'],
};

/** DuckDB with the view `feature` over a Parquet file of the prepared features: their texts, and a column for each property. */
export async function startDuckDb(prepared: Prepared): Promise<Child> {
  const child = new Child(new URL('../floors/duckdb.child.ts', import.meta.url));
  await child.ask('open', installedDuckDb());
  const parquet = join(dirname(prepared.data), 'features.parquet');
  if (!existsSync(parquet)) await writeParquet(child, prepared, parquet);
  await child.ask('run', `CREATE VIEW feature AS SELECT * FROM '${parquet}'`);
  return child;
}

/** Where the package is; installed once, beside the prepared data. */
function installedDuckDb(): string {
  const folder = join(cacheFolder(), `duckdb-${VERSION}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    mkdirSync(unfinished, { recursive: true });
    console.error(`installing @duckdb/node-api into ${folder} (once)`);
    const install = ['install', '--no-save', '--prefix', unfinished, `@duckdb/node-api@${VERSION}`];
    execFileSync('npm', install, { stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(unfinished, folder);
  }
  return folder;
}

async function writeParquet(child: Child, prepared: Prepared, path: string): Promise<void> {
  console.error(`writing ${path} (once)`);
  const lines = join(prepared.scratch, 'features.ndjson');
  const unfinished = join(prepared.scratch, 'features.parquet');
  writeLines(spaceFile(prepared, SPACE), lines);
  await child.ask(
    'run',
    `COPY (SELECT json::VARCHAR AS text, p.* FROM
      (SELECT json, from_json(json->'properties', '${JSON.stringify(PROPERTIES)}') AS p FROM read_ndjson_objects('${lines}')))
      TO '${unfinished}' (FORMAT parquet, COMPRESSION zstd)`,
  );
  rmSync(lines);
  renameSync(unfinished, path);
}
