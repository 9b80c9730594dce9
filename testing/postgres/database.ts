import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type Cluster, startCluster } from './cluster.ts';

/** The cluster that all test files of a run share, where there is one: the URL of its database `postgres`. */
const SHARED = 'MERIDIAN_TEST_POSTGRES_URL';

/**
 * A cluster of machines with Citus: there a new database would have to be made on every one, so that tests get a schema
 * each instead.
 */
const CITUS = process.env.MERIDIAN_TEST_CITUS_URL;

/** Has PostGIS in it already, which takes a second to make; every other database is a copy of it. */
const TEMPLATE = 'meridian_template';

let own: Promise<string> | undefined;

/** Starts the cluster that `newDatabase` uses in this process and in those it starts. */
export async function shareCluster(): Promise<Cluster | string> {
  const cluster = await startCluster();
  if (typeof cluster === 'string') return cluster;
  prepare(cluster.url);
  process.env[SHARED] = cluster.url;
  return cluster;
}

/** The URL of a new, empty database with PostGIS. Throws where there can be no PostgreSQL here. */
export async function newDatabase(): Promise<string> {
  if (CITUS) return databaseAt(CITUS);
  own ??= Promise.resolve(process.env[SHARED] ?? startOwn());
  return databaseAt(await own);
}

/** The same beside another database. */
export function databaseAt(server: string): string {
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (CITUS) return withSchema(CITUS, name);
  query(databaseUrl(server, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return databaseUrl(server, name);
}

export function dropDatabase(url: string): void {
  if (CITUS) return void query(url, `DROP SCHEMA IF EXISTS ${schemaOf(url)} CASCADE`);
  const { pathname } = new URL(url);
  query(databaseUrl(url, 'postgres'), `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
}

/** The schema in which a hub with this store has its tables. */
export function schemaOf(url: string): string {
  return new URL(url).searchParams.get('schema') ?? 'meridian';
}

function withSchema(server: string, schema: string | undefined): string {
  const url = new URL(server);
  if (schema === undefined) url.searchParams.delete('schema');
  else url.searchParams.set('schema', schema);
  return url.href;
}

/** The text that SQL gives, as psql prints it without decoration. */
export function query(url: string, sql: string): string {
  return execFileSync(
    'psql',
    ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', withSchema(url, undefined), '-c', sql],
    {
      encoding: 'utf8',
    },
  ).trim();
}

async function startOwn(): Promise<string> {
  const cluster = await startCluster();
  if (typeof cluster === 'string') throw new Error(cluster);
  prepare(cluster.url);
  return cluster.url;
}

function prepare(url: string): void {
  query(url, `CREATE DATABASE ${TEMPLATE}`);
  query(databaseUrl(url, TEMPLATE), 'CREATE EXTENSION postgis');
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
