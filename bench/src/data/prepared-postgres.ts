import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, type Installation } from '../../../testing/postgres/install.ts';
import { Child } from '../floors/child.ts';
import { type Cluster, dataOf, startCluster } from '../floors/cluster.ts';
import { buildDensityIndexOnPostgres, buildTileBlocksOnPostgres } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess, PROGRAM, plainEnvironment } from '../hub/hub-process.ts';
import { drawnTexts } from './drawn-tiles.ts';
import { SPACE } from './filling.ts';
import type { Prepared } from './prepared.ts';

/** What decides how the rows of the prepared database lie on the disk: where one of these changes, it is made anew. */
const MADE_BY = [
  '../../../packages/store/src/engines/postgres/schema.ts',
  '../../../packages/store/src/engines/postgres/space-table.ts',
  '../../../packages/store/src/engines/postgres/write-rows.ts',
  '../../../packages/store/src/engines/postgres/binary-rows.ts',
  '../../../packages/store/src/engines/postgres/spatial-order.ts',
  '../../../packages/store/src/engines/postgres/indexed-geometry.ts',
  '../../../packages/store/src/engines/postgres/transfer/fill-table.ts',
  '../../../packages/store/src/engines/postgres/density/density-tables.ts',
  '../../../packages/store/src/engines/postgres/density/pending-density.ts',
  '../../../packages/store/src/engines/postgres/density/build-density-index.ts',
  '../../../packages/store/src/engines/postgres/tile-blocks/tile-block-tables.ts',
  '../../../packages/store/src/engines/postgres/tile-blocks/build-tile-blocks.ts',
  '../../../packages/store/src/pyramid/density/candidate-entry.ts',
  '../../../packages/store/src/pyramid/density/cell-key.ts',
  '../../../packages/store/src/pyramid/density/sample-classes.ts',
  '../floors/rival-tables.child.ts',
  '../floors/sqlite-areas.child.ts',
  './drawn-tiles.ts',
];

const RIVAL_TABLES = new URL('../floors/rival-tables.child.ts', import.meta.url);

/** What is in such a database: the space as a hub has it; with its tile blocks, and as one would store it by hand. */
export type Contents = 'hub' | 'hub and rivals';

/**
 * A PostgreSQL with the prepared space and its overview, made once and from then on only started. Whoever writes into it
 * removes what was written. A string says why there is none.
 */
export async function startPreparedPostgres(
  prepared: Prepared,
  contents: Contents = 'hub and rivals',
): Promise<Cluster | string> {
  const found = await preparePostgres(prepared, console.error, contents);
  if (typeof found === 'string') return found;
  const folder = folderOf(prepared, contents);
  readAll(join(dataOf(folder), 'base'));
  return startCluster(found, folder);
}

/** Makes it where it is missing or outdated, which needs the data folder for itself. */
export async function preparePostgres(
  prepared: Prepared,
  say: (text: string) => void,
  contents: Contents = 'hub and rivals',
): Promise<Installation | string> {
  const found = findPostgres();
  if (typeof found === 'string') return found;
  const folder = folderOf(prepared, contents);
  const mark = join(folder, 'complete');
  const layout = layoutOf(found);
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== layout) {
    rmSync(folder, { recursive: true, force: true });
    say(`copying the space into ${folder} (once)`);
    const cluster = await startCluster(found, folder);
    try {
      await fillHub(prepared, cluster, contents);
      if (contents === 'hub and rivals') await fillRivals(prepared, cluster);
    } finally {
      await cluster.stop();
    }
    writeFileSync(mark, layout);
  }
  return found;
}

function folderOf({ data }: Prepared, contents: Contents): string {
  return join(dirname(data), contents === 'hub' ? 'postgres-hub' : 'postgres');
}

async function fillHub(prepared: Prepared, { url }: Cluster, contents: Contents): Promise<void> {
  const copy = [PROGRAM, 'copy', '--from', prepared.data, '--to', url];
  await promisify(execFile)(process.execPath, copy, { env: plainEnvironment() });
  const hub = await HubProcess.start({ ...prepared, store: url });
  const client = new HubClient(hub.url);
  try {
    const viewed = { url, space: SPACE, features: prepared.count };
    await buildDensityIndexOnPostgres(client, viewed);
    if (contents === 'hub and rivals') await buildTileBlocksOnPostgres(client, viewed);
  } finally {
    client.close();
    await hub.stop();
  }
}

async function fillRivals(prepared: Prepared, { url }: Cluster): Promise<void> {
  const rival = new Child(RIVAL_TABLES);
  try {
    await rival.ask('fillByHand', url, SPACE);
    await rival.ask('fillTiled', url, await drawnTexts(prepared));
  } finally {
    await rival.close();
  }
}

/** The major version too: a server does not start on the files of another. */
function layoutOf({ bin }: Installation): string {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  const hash = createHash('sha256').update(/\d+/.exec(version)![0]);
  for (const file of MADE_BY) hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest('hex');
}

/** The files of a database that was just loaded are in the memory of the machine, and so are those of a kept one. */
function readAll(folder: string): void {
  const buffer = Buffer.alloc(2 ** 20);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = openSync(join(entry.parentPath, entry.name), 'r');
    while (readSync(file, buffer) > 0);
    closeSync(file);
  }
}
