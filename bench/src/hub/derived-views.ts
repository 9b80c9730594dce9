import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { tileOf, tilePath } from '../data/tile.ts';
import { CITIES } from '../data/words.ts';
import type { HubClient } from './hub-client.ts';

/** Smaller spaces are answered from their rows. */
const LEAST_FEATURES = 20_000;

export type Viewed = { file: string; space: string; features: number };

/** The first look at a low zoom asks for an overview, even if it takes too long itself; it is built in the background. */
export async function buildDensityIndex(client: HubClient, viewed: Viewed): Promise<void> {
  const { file, space, features } = viewed;
  if (features < LEAST_FEATURES) return;
  await lookAtAll(client, space);
  await until(file, 'SELECT 1 FROM overview WHERE built_to IS NULL');
}

/** A space of a hub on PostgreSQL, which has no other. */
type ViewedOnPostgres = Omit<Viewed, 'file'> & { url: string };

export async function buildDensityIndexOnPostgres(
  client: HubClient,
  { url, space, features }: ViewedOnPostgres,
): Promise<void> {
  if (features < LEAST_FEATURES) return;
  await lookAtAll(client, space);
  const sql = postgres(url, { max: 1 });
  const isBuilt = () => sql`SELECT 1 FROM meridian.overview WHERE built_to IS NULL`;
  while ((await isBuilt()).length === 0) await pause(100);
  await sql.end();
}

async function lookAtAll(client: HubClient, space: string): Promise<void> {
  const path = `/hub/spaces/${space}/tile/web/0_0_0?clustering=hexbin&skipCache=true`;
  await client.send('GET', path).catch(() => undefined);
}

/** A measurement waits so long for tile blocks; `npm run bench -- prepare` waits longer, so that there is nothing to wait for. */
const SHEETS_WITHIN_MS = 15_000;

/**
 * The same for the tile blocks that vector tiles are drawn from. Whoever asks for a tile whose tile block is missing has all missing ones
 * made; a tile block that no city needs may stay missing, so the wait has an end.
 */
export async function buildTileBlocks(
  client: HubClient,
  { file, space, features }: Viewed,
  withinMs = SHEETS_WITHIN_MS,
): Promise<void> {
  if (features < LEAST_FEATURES) return;
  const database = new DatabaseSync(file, { readOnly: true });
  const missing = database.prepare('SELECT count(*) AS cells, min(state) AS least FROM sheet');
  const end = performance.now() + withinMs;
  await lookAtCities(client, space);
  for (let done = false; !done && performance.now() < end; await pause(100)) {
    const { cells, least } = missing.get() as { cells: number; least: number };
    done = cells > 0 && least > 0;
  }
  database.close();
}

export async function buildTileBlocksOnPostgres(
  client: HubClient,
  { url, space, features }: ViewedOnPostgres,
): Promise<void> {
  if (features < LEAST_FEATURES) return;
  await lookAtCities(client, space);
  const sql = postgres(url, { max: 1 });
  const cellsTable = async () => {
    const [row] =
      await sql`SELECT 'meridian.' || regexp_replace(place, '^s_', 'cells_') AS cells FROM meridian.sheeted`;
    return row?.cells;
  };
  // Responses do not wait until the build that they ask for has begun.
  let cells = await cellsTable();
  for (; cells === undefined; cells = await cellsTable()) await pause(100);
  const isMissing = () => sql.unsafe(`SELECT FROM ${cells} WHERE state = 0 LIMIT 1`);
  while ((await isMissing()).length > 0) await pause(100);
  await sql.end();
}

async function lookAtCities(client: HubClient, space: string): Promise<void> {
  for (const [longitude, latitude] of CITIES) {
    const tile = tilePath(tileOf(longitude, latitude, 14));
    await client.send('GET', `/hub/spaces/${space}/tile/web/${tile}.mvt?skipCache=true`);
  }
}

async function until(file: string, sql: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const done = database.prepare(sql);
  while (!done.get()) await pause(100);
  database.close();
}
