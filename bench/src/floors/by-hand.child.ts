import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { serveCalls } from './child.ts';

/**
 * What a user of PostGIS would write by hand, in the same database: a table, its indexes, a small server with one
 * statement a request over the same driver, which is asked for text so that it has nothing to parse.
 */
let sql: postgres.Sql;
let hubTable: string;

/** The tables are there already: see rival-tables.child.ts. */
async function open(url: string, space: string): Promise<void> {
  sql = postgres(url, { max: 8, onnotice: () => undefined, socket } as never);
  hubTable = await tableOf(space);
}

/** One that sends at once: otherwise every COPY would wait 40 ms for its end. */
function socket({ host, port }: { host: string[]; port: number[] }): Socket {
  return connect({ host: host[0]!, port: port[0]!, noDelay: true });
}

async function tableOf(space: string): Promise<string> {
  const [row] = await sql`SELECT place FROM meridian.space WHERE id = ${space}`;
  return `meridian.${row!.place}`;
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

/** A server that answers `/bbox?west=…` with what the database makes; its address. */
async function serve(): Promise<string> {
  const server = createServer(async ({ url }, response) => {
    const { searchParams } = new URL(url!, 'http://localhost');
    const [west, south, east, north] = EDGES.map((edge) => Number(searchParams.get(edge))) as Edges;
    const [row] = await sql`
      SELECT json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(json_build_object(
        'type', 'Feature', 'id', id, 'geometry', ST_AsGeoJSON(geom)::json, 'properties', properties)), '[]'))::text AS body
      FROM by_hand.feature
      WHERE ST_Intersects(geom, ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326))`;
    response.setHeader('Content-Type', 'application/geo+json; charset=utf-8');
    response.end(row!.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const EDGES = ['west', 'south', 'east', 'north'] as const;
type Edges = [number, number, number, number];

/** The driver's own rate: the stored text by its key, nothing else. */
function byId(ids: string[], atOnce: number): Promise<number> {
  return each(ids, atOnce, async (id) => {
    const [row] = await sql`SELECT text FROM ${sql(hubTable)} WHERE id = ${id}`;
    return row!.text.length;
  });
}

let copied: Buffer[] = [];

/** A table with all columns and indexes that the given space's has, and rows as COPY takes them. */
async function openBulk(space: string, rows: number): Promise<void> {
  await closeBulk();
  await sql.unsafe(`CREATE TABLE by_hand.bulk (LIKE ${await tableOf(space)} INCLUDING ALL)`);
  const [found] = await sql`SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_attribute WHERE attrelid = 'by_hand.bulk'::regclass AND attnum > 0 AND NOT attisdropped`;
  const stream = await sql
    .unsafe(`COPY (SELECT ${found!.columns} FROM ${hubTable} ORDER BY seq LIMIT ${rows}) TO STDOUT`)
    .readable();
  copied = [];
  for await (const chunk of stream) copied.push(chunk as Buffer);
  // One message of the server is one row.
  if (copied.length < rows) throw new Error(`${copied.length} rows of ${rows}`);
}

/** The database is kept, so nothing may stay in it. */
async function closeBulk(): Promise<void> {
  await sql`DROP TABLE IF EXISTS by_hand.bulk`;
}

/**
 * One COPY, so one commit, for each batch. The driver says that a COPY is done before it is committed: on one connection
 * the next waits for that, and so does what is asked behind the last.
 */
async function bulk(from: number, count: number, batch: number): Promise<number> {
  const one = await sql.reserve();
  const started = performance.now();
  for (let at = from; at < from + count; at += batch) {
    const into = await one`COPY by_hand.bulk FROM STDIN`.writable();
    await pipeline(Readable.from([Buffer.concat(copied.slice(at, at + batch))]), into);
    await one`SELECT`;
  }
  const seconds = (performance.now() - started) / 1000;
  one.release();
  return seconds;
}

/** The process of the server that serves this connection. */
async function backend(): Promise<number> {
  const [row] = await sql`SELECT pg_backend_pid() AS pid`;
  return row!.pid;
}

serveCalls({ open, backend, serve, byId, openBulk, bulk, closeBulk, close: () => sql.end() });
