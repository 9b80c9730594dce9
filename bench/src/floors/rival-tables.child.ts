import postgres from 'postgres';
import { serveCalls } from './child.ts';

/** The tables that a user of PostGIS would make by hand, in the database of a hub. */

/** All features that the hub's own table has, in the order they came in; both are analysed before anything is measured. */
async function fillByHand(url: string, space: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const [row] = await sql`SELECT place FROM meridian.space WHERE id = ${space}`;
  const hubTable = `meridian.${row!.place}`;
  await sql.unsafe(`CREATE SCHEMA by_hand;
    CREATE TABLE by_hand.feature (id text PRIMARY KEY, geom geometry(Geometry, 4326), properties jsonb);
    INSERT INTO by_hand.feature SELECT id, ST_SetSRID(ST_GeomFromGeoJSON(text::json->'geometry'), 4326),
      (text::json->'properties')::jsonb FROM ${hubTable} ORDER BY seq;
    CREATE INDEX ON by_hand.feature USING gist (geom)`);
  await sql`VACUUM ANALYZE by_hand.feature`;
  await sql.unsafe(`VACUUM ANALYZE ${hubTable}`);
  await sql.end();
}

/**
 * Features to draw vector tiles of. ST_AsMVT leaves out nested values of a jsonb column; here they are texts already, as in
 * a hub's tile, at no cost for the rival.
 */
async function fillTiled(url: string, texts: string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`CREATE SCHEMA tiled;
    CREATE TABLE tiled.feature (id text PRIMARY KEY, geom geometry(Geometry, 4326), properties jsonb)`);
  for (let at = 0; at < texts.length; at += 5000) {
    const batch = `[${texts.slice(at, at + 5000).join(',')}]`;
    await sql`
      INSERT INTO tiled.feature
      SELECT f->>'id', ST_SetSRID(ST_GeomFromGeoJSON(f->'geometry'), 4326), (
        SELECT jsonb_object_agg(key, CASE WHEN jsonb_typeof(value) IN ('object', 'array') THEN to_jsonb(value::text) ELSE value END)
        FROM jsonb_each(f->'properties'))
      FROM jsonb_array_elements(${batch}::text::jsonb) AS f`;
  }
  await sql`CREATE INDEX ON tiled.feature USING gist (geom)`;
  await sql`VACUUM ANALYZE tiled.feature`;
  await sql.end();
}

serveCalls({ fillByHand, fillTiled });
