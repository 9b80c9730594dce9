import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPostgres } from '../../../testing/postgres/install.ts';
import { needProgram } from '../../../testing/programs.ts';
import { writeNdjsonFile } from '../data/geojson-file.ts';
import type { Figure, Measured } from '../figure.ts';
import { type Cluster, dataOf, startCluster } from '../floors/cluster.ts';
import { runMeridian } from '../hub/command.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { endedChildrenTime, householdProcessorTime, processorTime } from '../hub/processor-time.ts';
import { readSpaceSize } from '../hub/space-size.ts';
import type { Round } from '../rounds.ts';
import { costed, type Turn, withCost } from './costed.ts';
import type { Bench } from './setting.ts';

const SPACE = 'bench-import-ogr';
const TABLE = 'bench_import_ogr';
const BYTES_A_FEATURE = 490;
const LOOK_EVERY_MS = 50;

/** `meridian import` of newline-delimited features into a new space on either engine, beside `ogr2ogr` into PostGIS. */
export async function importOgr({ prepared, effort }: Bench): Promise<Figure[]> {
  const installation = findPostgres();
  const ogr2ogr = needProgram(['ogr2ogr'], 'gdal-bin');
  if (typeof installation === 'string' || 'skip' in ogr2ogr) {
    console.error(`import-ogr is left out: ${'skip' in ogr2ogr ? ogr2ogr.skip : installation}`);
    return [];
  }
  const scratch = join(prepared.scratch, 'import-ogr');
  mkdirSync(scratch, { recursive: true });
  const file = join(scratch, 'features.ndjson');
  const count = Math.round((effort.importBytes * 1.5) / BYTES_A_FEATURE / 1000) * 1000;
  await writeNdjsonFile(file, count);
  const cluster = await startCluster(installation, join(scratch, 'cluster'));
  const database = postmasterOf(join(scratch, 'cluster'));
  const psql = join(installation.bin, 'psql');
  execFileSync(psql, [cluster.url, '-qc', 'CREATE EXTENSION postgis']);
  try {
    const figures: Figure[] = [];
    for (const [engine, store] of [
      ['SQLite', undefined],
      ['PostgreSQL', cluster.url],
    ] as const) {
      const hub = await HubProcess.start({ data: join(scratch, engine), store, log: prepared.log });
      try {
        const rounds: Round<Turn>[] = [];
        const indexed: Measured[] = [];
        for (let round = 0; round < effort.rounds; round++) {
          const floor = await costed(
            () => endedChildrenTime() + householdProcessorTime(database),
            () => loadByOgr(ogr2ogr.path, cluster, file, count),
          );
          let secondsIndexed = 0;
          const ours = await costed(
            () => endedChildrenTime() + householdProcessorTime(database) + processorTime(hub.pid),
            async () => {
              const load = await loadByHub(hub, join(scratch, 'config'), file, count, () =>
                store === undefined ? Promise.resolve() : untilIndexed(psql, store),
              );
              ({ secondsIndexed } = load);
              return load;
            },
          );
          rounds.push({ floor, ours });
          indexed.push({ floor: floor.perSecond, ours: count / secondsIndexed });
        }
        const figure = {
          name: `import-ogr, ${engine}`,
          unit: 'features/s',
          target: { of: 'ratio', atLeast: 1 },
          note: `${count} features into a new space; floor: ogr2ogr into a new table of PostGIS`,
        } as const;
        figures.push(
          ...withCost(
            figure,
            rounds,
            'of command, hub and PostgreSQL until all indexes are there, or of ogr2ogr and PostgreSQL',
          ),
        );
        if (store !== undefined)
          figures.push({
            ...{ ...figure, name: `${figure.name}, with all indexes`, rounds: indexed },
            note: 'until the indexes are there that a load leaves to its end; a box that is read after it asks for them',
          });
      } finally {
        await hub.stop();
      }
    }
    return figures;
  } finally {
    await cluster.stop();
    rmSync(scratch, { recursive: true });
  }
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(dataOf(folder), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function loadByOgr(ogr2ogr: string, { url }: Cluster, file: string, count: number) {
  const started = performance.now();
  const { hostname, port, username, pathname } = new URL(url);
  const target = `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
  const table = ['-nln', TABLE, '-overwrite'];
  await promisify(execFile)(ogr2ogr, ['-f', 'PostgreSQL', target, `GeoJSONSeq:${file}`, ...table]);
  return { count, seconds: (performance.now() - started) / 1000 };
}

/** `untilIndexed` waits for the indexes that a load leaves to its end. */
async function loadByHub(
  hub: HubProcess,
  config: string,
  file: string,
  count: number,
  untilIndexed: () => Promise<void>,
) {
  const client = new HubClient(hub.url);
  try {
    const { seconds } = await runMeridian(['import', file, '--to', SPACE, '--create'], hub.url, config);
    const imported = performance.now();
    await client.json('GET', `/hub/spaces/${SPACE}/bbox?west=8.4&south=49.4&east=8.6&north=49.6&limit=100`);
    await untilIndexed();
    const secondsIndexed = seconds + (performance.now() - imported) / 1000;
    const { features } = await readSpaceSize(client, SPACE);
    if (features !== count) throw new Error(`${features} of ${count} features arrived`);
    await client.json('DELETE', `/hub/spaces/${SPACE}`);
    return { count, seconds, secondsIndexed };
  } finally {
    client.close();
  }
}

async function untilIndexed(psql: string, store: string): Promise<void> {
  const deferred = 'SELECT count(*) FROM meridian.content WHERE indexes_deferred';
  while (execFileSync(psql, [store, '-qAtc', deferred], { encoding: 'utf8' }).trim() !== '0')
    await pause(LOOK_EVERY_MS);
}
