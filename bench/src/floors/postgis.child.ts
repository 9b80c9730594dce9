import postgres from 'postgres';
import type { Tile } from '../data/tile.ts';
import { serveCalls } from './child.ts';

/** What a user of PostGIS would write by hand: a table, an index, one statement a request over the same driver. */
let sql: postgres.Sql;

/** The table is there already: see rival-tables.child.ts. How many features it has. */
async function open(url: string): Promise<number> {
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  const [row] = await sql`SELECT count(*)::int AS count FROM tiled.feature`;
  return row!.count;
}

/** Vector tiles one after the other; answers the seconds it took and the bytes of them all. */
async function tiles(list: Tile[]): Promise<{ seconds: number; bytes: number }> {
  const started = performance.now();
  let bytes = 0;
  for (const { z, x, y } of list) {
    const [row] = await sql`
      SELECT ST_AsMVT(shown, 'feature', 4096, 'geom') AS tile FROM (
        SELECT id, properties, ST_AsMVTGeom(
          ST_Transform(geom, 3857), ST_TileEnvelope(${z}, ${x}, ${y}), 4096, 64, true) AS geom
        FROM tiled.feature
        WHERE geom && ST_Transform(ST_TileEnvelope(${z}, ${x}, ${y}, margin => 64.0 / 4096), 4326)
      ) AS shown WHERE geom IS NOT NULL`;
    bytes += row!.tile.length;
  }
  return { seconds: (performance.now() - started) / 1000, bytes };
}

serveCalls({ open, tiles, close: () => sql.end() });
