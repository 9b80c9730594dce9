import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../testing/free-port.ts';
import { cacheFolder, type Prepared } from '../data/prepared.ts';
import { type RivalServer, startRival } from './rival-server.ts';

const VERSION = '1.14.0';
const SOURCE = 'feature';

/** The path of a tile. */
export function martinPath(tile: string): string {
  return `/${SOURCE}/${tile}`;
}

/** Martin on the table of features that is there for vector tiles; a string says why there is none. */
export async function startMartin(
  { scratch }: Prepared,
  database: string,
  { isCached }: { isCached: boolean },
): Promise<RivalServer | string> {
  const program = installedMartin();
  if (!program) return 'Martin can not be built here: there is no cargo';
  const port = await freePort();
  const path = join(scratch, `martin-${isCached ? 'cached' : 'uncached'}.json`);
  writeFileSync(path, JSON.stringify(configuration(database, port, isCached)));
  return startRival({
    command: program,
    args: ['--config', path],
    env: { RUST_LOG: 'error' },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
  });
}

/** The same extent and buffer as a tile of the hub; all else as it is by default. JSON is YAML, too. */
function configuration(database: string, port: number, isCached: boolean): object {
  return {
    listen_addresses: `127.0.0.1:${port}`,
    worker_processes: availableParallelism(),
    ...(isCached ? {} : { cache_size_mb: 0 }),
    postgres: {
      connection_string: database,
      auto_publish: false,
      tables: {
        [SOURCE]: {
          schema: 'tiled',
          table: 'feature',
          srid: 4326,
          geometry_column: 'geom',
          geometry_type: 'GEOMETRY',
          extent: 4096,
          buffer: 64,
          clip_geom: true,
          properties: { id: 'text', properties: 'jsonb' },
        },
      },
    },
  };
}

/** Built once from crates.io, which takes a quarter of an hour; undefined where that is not possible. */
function installedMartin(): string | undefined {
  const folder = join(cacheFolder(), `martin-${VERSION}`);
  const program = join(folder, 'bin', 'martin');
  if (existsSync(program)) return program;
  if (spawnSync('cargo', ['--version']).error) return undefined;
  console.error(`building Martin ${VERSION} into ${folder} (once)`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const features = ['--no-default-features', '--features', 'postgres'];
  execFileSync('cargo', ['install', `martin@${VERSION}`, '--locked', ...features, '--root', unfinished], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(unfinished, folder);
  return program;
}
