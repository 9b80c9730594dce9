import { type Address, type Client, connect, setLocal } from './connection.ts';
import { DatabaseUnusable, type Location, nameOf } from './location.ts';
import { hasPooler } from './pooler.ts';
import { MIGRATIONS } from './schema.ts';

const OLDEST_SERVER = 14;
const OLDEST_POSTGIS = [3, 3] as const;

/** Held while the database is brought up to date: several processes may start at once. */
const MIGRATION_LOCK = 0x4d_45_52_49;

/** What the database offers, and what is in between. */
export type Facilities = Pick<Address, 'searchPath' | 'hasCitus' | 'isPooled'>;

/** Looks whether the database will do, and brings its layout up to date. */
export async function prepareDatabase(
  { url, schema }: Location,
  purpose: 'serve' | 'copy' = 'serve',
): Promise<Facilities> {
  try {
    const isPooled = await hasPooler(url);
    const address = { url, searchPath: schema, isPooled };
    const client = connect(address, 1);
    try {
      await requireServer(client);
      // Of the transaction and not of the connection, which a pooler would lend to somebody else.
      for (const statement of [
        'BEGIN',
        ...setLocal(address),
        `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
      ])
        await client.unsafe(statement);
      const postgis = await requirePostgis(client);
      await migrate(client, schema);
      if (purpose === 'serve') await requireComplete(client, schema);
      const hasCitus = await lookForCitus(client, isPooled);
      await client.unsafe('COMMIT');
      return { searchPath: `${schema}, ${postgis}`, hasCitus, isPooled };
    } finally {
      await client.end({ timeout: 1 });
    }
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`${nameOf(url)} can't be used: ${(error as Error).message}`);
  }
}

async function lookForCitus(client: Client, isPooled: boolean): Promise<boolean> {
  const [citus] = await client.unsafe("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (citus && isPooled)
    throw new DatabaseUnusable(
      'the database has Citus, for which a pooler such as PgBouncer is not supported: connect to the coordinator itself',
    );
  return citus !== undefined;
}

/** A copy that is under way has tables of its own until it is whole. */
async function requireComplete(client: Client, schema: string): Promise<void> {
  const [row] = await client.unsafe(`SELECT to_regclass('${schema}.copying') IS NOT NULL AS begun`);
  if (row!.begun)
    throw new DatabaseUnusable(
      `the database has an unfinished copy of a hub: run the same "meridian copy" again, or drop the schema ${schema}`,
    );
}

async function requireServer(client: Client): Promise<void> {
  const [row] = await client.unsafe(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
      current_setting('server_encoding') AS encoding`,
  );
  if (row!.number < OLDEST_SERVER * 10_000)
    throw new DatabaseUnusable(
      `PostgreSQL ${OLDEST_SERVER} or newer is needed; this server is ${row!.version}`,
    );
  if (row!.encoding !== 'UTF8')
    throw new DatabaseUnusable(
      `the database must have the encoding UTF8, not ${row!.encoding}: create it with ENCODING 'UTF8' TEMPLATE template0`,
    );
}

/** The schema PostGIS is in, quoted. Installs it where that is left to us. */
async function requirePostgis(client: Client): Promise<string> {
  const find = async () =>
    (
      await client.unsafe(
        `SELECT extversion AS version, quote_ident(nspname) AS schema FROM pg_extension
          JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'postgis'`,
      )
    )[0];
  let found = await find();
  if (!found) {
    try {
      await client.unsafe('CREATE EXTENSION postgis SCHEMA public');
    } catch (error) {
      throw new DatabaseUnusable(
        `PostGIS is needed: let a superuser run "CREATE EXTENSION postgis" in the database (${(error as Error).message})`,
      );
    }
    found = await find();
  }
  const [major, minor] = String(found!.version).split('.').map(Number) as [number, number];
  if (major < OLDEST_POSTGIS[0] || (major === OLDEST_POSTGIS[0] && minor < OLDEST_POSTGIS[1]))
    throw new DatabaseUnusable(
      `PostGIS ${OLDEST_POSTGIS.join('.')} or newer is needed; this database has ${found!.version}`,
    );
  return found!.schema;
}

async function migrate(client: Client, schema: string): Promise<void> {
  await client.unsafe(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.unsafe('CREATE TABLE IF NOT EXISTS format (format integer NOT NULL)');
  const [row] = await client.unsafe('SELECT format FROM format');
  const format = (row?.format as number | undefined) ?? 0;
  if (format > MIGRATIONS.length)
    throw new DatabaseUnusable(
      `the database has format ${format}, newer than the ${MIGRATIONS.length} this version of Meridian knows: use a newer Meridian`,
    );
  for (let from = format; from < MIGRATIONS.length; from++)
    await client.unsafe(`${MIGRATIONS[from]}; DELETE FROM format; INSERT INTO format VALUES (${from + 1})`);
}
