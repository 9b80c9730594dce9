import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../harness/program.ts';
import { Random } from '../harness/random.ts';
import { randomMap } from '../tiles/random-map.ts';
import { spaceFiles } from './files.ts';
import { KillableHub } from './killable-hub.ts';

const SPACE = 'filed';
/** From so many on the writer files the features of a space by itself. */
const FEATURES = 21_000;
const BATCH = 3000;
const LONGEST_MS = 1500;
/** Between writes, while all that a kill waits for is that everything is filed: without it they hold that up, for the same kill. */
const CALM_MS = 250;
/** What low zooms are read from, in an order of its own. */
const TABLES = {
  overview_place: 'class, key, seq',
  overview_count: 'block',
  overview_hex: 'zoom, tile, cell',
  overview_large: 'seq',
};

/** Kills a hub again and again while it builds and updates the density index, then compares that with a rebuilt one. */
export async function killWhileFiling(kills: number, seed: number, log: (line: string) => void) {
  const random = new Random(seed);
  const data = join(temporaryFolder(), 'data');
  const done = { kills, writes: 0, interrupted: 0 };
  let hub = await new KillableHub(data).ready();
  try {
    await hub.write('POST', '/hub/spaces', { id: SPACE, title: SPACE });
    for (let from = 0; from < FEATURES; from += BATCH)
      await hub.write('PUT', FEATURES_OF, some(random, from, BATCH));
    for (let kill = 1; kill <= kills; kill++) {
      const isKeeping = kill % 2 === 0;
      const pace = { pauseMs: isKeeping ? CALM_MS : 0 };
      const writing = write(hub, random, done, pace);
      // Kills meet the building and the keeping in turn.
      if (isKeeping) await untilFiled(data);
      pace.pauseMs = 0;
      await sleep(random.whole(0, LONGEST_MS));
      await hub.kill();
      await writing;
      if (!isFiled(data)) done.interrupted++;
      else if (kill % 4 === 0) change(data, BEGIN_AGAIN);
      log(
        `kill ${kill} of ${kills}: ${done.writes} writes so far, ${done.interrupted} kills before all was filed`,
      );
      hub = await new KillableHub(data).ready();
    }
    await filed(hub, data);
    assert.equal(await hub.stop(), 0, 'exit code of the orderly stop');
    const copy = join(temporaryFolder(), 'copy');
    cpSync(data, copy, { recursive: true });
    change(copy, BEGIN_AGAIN);
    hub = await new KillableHub(copy).ready();
    await filed(hub, copy);
    assert.equal(await hub.stop(), 0, 'exit code of the orderly stop');
    for (const [table, order] of Object.entries(TABLES))
      assert.deepEqual(
        rowsOf(data, table, order),
        rowsOf(copy, table, order),
        `${table} after ${kills} kills`,
      );
    assert.ok(rowsOf(data, 'overview_place', 'seq').length >= FEATURES / 2, 'something was filed');
    return done;
  } finally {
    await hub.kill();
  }
}

const FEATURES_OF = `/hub/spaces/${SPACE}/features`;

const BEGIN_AGAIN = `${Object.keys(TABLES)
  .map((table) => `DELETE FROM ${table};`)
  .join('')} UPDATE overview SET built_to = 0;`;

/** Features with numbers from one on, somewhere, points and others of all sizes. */
function some(random: Random, from: number, count: number) {
  const centre: [number, number] = [random.whole(-100, 100), random.whole(-60, 60)];
  const features = randomMap(random, centre, count).map((feature, i) => ({ ...feature, id: `f${from + i}` }));
  return { type: 'FeatureCollection', features };
}

/** Moves, adds and deletes features until the hub dies. */
async function write(
  hub: KillableHub,
  random: Random,
  done: { writes: number },
  pace: { pauseMs: number },
): Promise<void> {
  while (!hub.killed) {
    if (pace.pauseMs > 0) await sleep(pace.pauseMs);
    const from = random.whole(0, FEATURES);
    const ids = Array.from({ length: 20 }, (_, i) => `f${from + i}`).join(',');
    const status =
      random.next() < 0.3
        ? await hub.write('DELETE', `${FEATURES_OF}?id=${ids}`)
        : await hub.write('PUT', FEATURES_OF, some(random, from, random.whole(1, 400)));
    if (status !== undefined) done.writes++;
  }
}

/** Any request wakes the writer up; what is due is then built without further ones. */
async function filed(hub: KillableHub, data: string): Promise<void> {
  await hub.write('PUT', FEATURES_OF, some(new Random(1), 0, 1));
  await untilFiled(data);
}

async function untilFiled(data: string): Promise<void> {
  while (!isFiled(data)) await sleep(100);
}

function isFiled(data: string): boolean {
  return use(data, (database) => database.prepare('SELECT built_to FROM overview').get()?.built_to === null);
}

function change(data: string, sql: string): void {
  use(data, (database) => database.exec(sql));
}

/** Counts that are zero may be stored or not. */
function rowsOf(data: string, table: string, order: string): unknown[] {
  const rows = use(data, (database) => database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all());
  return rows
    .map((row) => ({ ...row, ...(row.counts ? { counts: Buffer.from(row.counts as Uint8Array) } : {}) }))
    .filter((row) => !('counts' in row) || (row.counts as Buffer).some((byte) => byte !== 0));
}

function use<T>(data: string, work: (database: DatabaseSync) => T): T {
  const [file] = spaceFiles(data);
  const database = new DatabaseSync(file!);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
