import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import type { Box } from '../data/geometry.ts';
import { answerAsks } from './child.ts';

/**
 * What a user of PostGIS would write by hand, in the same database: a table, its indexes, one statement a request over the
 * same driver, which is asked for text so that it has nothing to parse.
 */
let sql: postgres.Sql;
let hubTable: string;

/** Fills a table of its own with the features that the hub's has. */
async function open(url: string, space: string): Promise<void> {
  sql = postgres(url, { max: 8, onnotice: () => undefined });
  const [row] = await sql`SELECT place FROM meridian.space WHERE id = ${space}`;
  hubTable = `meridian.${row!.place}`;
  await sql.unsafe(`CREATE SCHEMA by_hand;
    CREATE TABLE by_hand.feature (id text PRIMARY KEY, geom geometry(Geometry, 4326), properties jsonb);
    INSERT INTO by_hand.feature SELECT id, ST_SetSRID(ST_GeomFromGeoJSON(text::json->'geometry'), 4326),
      (text::json->'properties')::jsonb FROM ${hubTable};
    CREATE INDEX ON by_hand.feature USING gist (geom)`);
  await sql`VACUUM ANALYZE by_hand.feature`;
  await sql.unsafe(`VACUUM ANALYZE ${hubTable}`);
}

/** So many at a time, one after the other; the seconds all of them took. */
async function each<T>(
  list: readonly T[],
  atOnce: number,
  ask: (one: T) => Promise<number>,
): Promise<number> {
  const started = performance.now();
  const waiting = [...list];
  const run = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
      if ((await ask(one)) === 0) throw new Error(`nothing was found for ${JSON.stringify(one)}`);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return (performance.now() - started) / 1000;
}

function boxes(list: Box[], atOnce: number): Promise<number> {
  return each(list, atOnce, async ({ west, south, east, north }) => {
    const [row] = await sql`
      SELECT json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(json_build_object(
        'type', 'Feature', 'id', id, 'geometry', ST_AsGeoJSON(geom)::json, 'properties', properties)), '[]'))::text AS body
      FROM by_hand.feature
      WHERE ST_Intersects(geom, ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326))`;
    return Buffer.from(row!.body).length;
  });
}

/** The driver's own rate: a column by a key. */
function byId(ids: string[], atOnce: number): Promise<number> {
  return each(ids, atOnce, async (id) => {
    const [row] = await sql`SELECT properties::text AS body FROM by_hand.feature WHERE id = ${id}`;
    return row!.body.length;
  });
}

let copied: Buffer[] = [];

/** A table with all columns and indexes that the hub's has, and rows as COPY takes them. */
async function openBulk(rows: number): Promise<void> {
  await sql.unsafe(`CREATE TABLE by_hand.bulk (LIKE ${hubTable} INCLUDING ALL)`);
  const stream = await sql
    .unsafe(`COPY (SELECT * FROM ${hubTable} ORDER BY seq LIMIT ${rows}) TO STDOUT`)
    .readable();
  copied = [];
  for await (const chunk of stream) copied.push(chunk as Buffer);
  // One message of the server is one row.
  if (copied.length < rows) throw new Error(`${copied.length} rows of ${rows}`);
}

/** One COPY, so one commit, for each batch. */
async function bulk(from: number, count: number, batch: number): Promise<number> {
  const started = performance.now();
  for (let at = from; at < from + count; at += batch) {
    const into = await sql`COPY by_hand.bulk FROM STDIN`.writable();
    await pipeline(Readable.from([Buffer.concat(copied.slice(at, at + batch))]), into);
  }
  return (performance.now() - started) / 1000;
}

answerAsks({ open, boxes, byId, openBulk, bulk });
