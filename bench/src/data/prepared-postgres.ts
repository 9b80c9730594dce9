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
import { findPostgres, type Installation } from '../../../acceptance/harness/postgres/install.ts';
import { Child } from '../floors/child.ts';
import { type Cluster, dataOf, startCluster } from '../floors/cluster.ts';
import { PROGRAM, plainEnvironment } from '../hub/hub-process.ts';
import { drawnTexts } from './drawn-tiles.ts';
import { SPACE } from './filling.ts';
import type { Prepared } from './prepared.ts';

/** What decides how the rows of the prepared database lie on the disk: where one of these changes, it is made anew. */
const MADE_BY = [
  '../../../packages/store/src/postgres/schema.ts',
  '../../../packages/store/src/postgres/space-table.ts',
  '../../../packages/store/src/postgres/write-rows.ts',
  '../../../packages/store/src/postgres/binary-rows.ts',
  '../../../packages/store/src/postgres/by-place.ts',
  '../../../packages/store/src/postgres/indexed-geometry.ts',
  '../../../packages/store/src/postgres/moving/fill-table.ts',
  '../floors/rival-tables.child.ts',
  '../floors/sqlite-areas.child.ts',
  './drawn-tiles.ts',
];

const RIVAL_TABLES = new URL('../floors/rival-tables.child.ts', import.meta.url);

/**
 * A PostgreSQL with the prepared space as a hub has it and as one would store it by hand, made once and from then on only
 * started. Whoever writes into it removes what was written. A string says why there is none.
 */
export async function startPreparedPostgres(prepared: Prepared): Promise<Cluster | string> {
  const found = await preparePostgres(prepared, console.error);
  if (typeof found === 'string') return found;
  const folder = folderOf(prepared);
  readAll(join(dataOf(folder), 'base'));
  return startCluster(found, folder);
}

/** Makes it where it is missing or outdated, which needs the data folder for itself. */
export async function preparePostgres(
  prepared: Prepared,
  say: (text: string) => void,
): Promise<Installation | string> {
  const found = findPostgres();
  if (typeof found === 'string') return found;
  const folder = folderOf(prepared);
  const mark = join(folder, 'complete');
  const layout = layoutOf(found);
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== layout) {
    rmSync(folder, { recursive: true, force: true });
    say(`copying the space into ${folder} (once)`);
    await make(prepared, found, folder);
    writeFileSync(mark, layout);
  }
  return found;
}

function folderOf({ data }: Prepared): string {
  return join(dirname(data), 'postgres');
}

async function make(prepared: Prepared, found: Installation, folder: string): Promise<void> {
  const cluster = await startCluster(found, folder);
  const rival = new Child(RIVAL_TABLES);
  try {
    const copy = [PROGRAM, 'copy', '--from', prepared.data, '--to', cluster.url];
    await promisify(execFile)(process.execPath, copy, { env: plainEnvironment() });
    await rival.ask('fillByHand', cluster.url, SPACE);
    await rival.ask('fillTiled', cluster.url, await drawnTexts(prepared));
  } finally {
    await rival.close();
    await cluster.stop();
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
