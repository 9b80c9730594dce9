import postgres from 'postgres';
import type { Tile } from '../data/tile.ts';
import { answerAsks } from './child.ts';

/** What a user of PostGIS would write by hand: a table, an index, one statement a request over the same driver. */
let sql: postgres.Sql;

/**
 * Loads features into a new table; everything is in memory and analysed before anything is measured. ST_AsMVT leaves out
 * nested values of a jsonb column; here they are texts already, as in a hub's tile, at no cost for the rival.
 */
async function open(url: string, texts: string[]): Promise<number> {
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`CREATE EXTENSION IF NOT EXISTS postgis`;
  await sql`DROP TABLE IF EXISTS feature`;
  await sql`CREATE TABLE feature (id text PRIMARY KEY, geom geometry(Geometry, 4326), properties jsonb)`;
  for (let at = 0; at < texts.length; at += 5000) {
    const batch = `[${texts.slice(at, at + 5000).join(',')}]`;
    await sql`
      INSERT INTO feature
      SELECT f->>'id', ST_SetSRID(ST_GeomFromGeoJSON(f->'geometry'), 4326), (
        SELECT jsonb_object_agg(key, CASE WHEN jsonb_typeof(value) IN ('object', 'array') THEN to_jsonb(value::text) ELSE value END)
        FROM jsonb_each(f->'properties'))
      FROM jsonb_array_elements(${batch}::text::jsonb) AS f`;
  }
  await sql`CREATE INDEX ON feature USING gist (geom)`;
  await sql`VACUUM ANALYZE feature`;
  const [row] = await sql`SELECT count(*)::int AS count FROM feature`;
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
        FROM feature
        WHERE geom && ST_Transform(ST_TileEnvelope(${z}, ${x}, ${y}, margin => 64.0 / 4096), 4326)
      ) AS shown WHERE geom IS NOT NULL`;
    bytes += row!.tile.length;
  }
  return { seconds: (performance.now() - started) / 1000, bytes };
}

answerAsks({ open, tiles });
