import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import { isVirtual } from '../../../model/virtual.ts';
import {
  type ArrivedSpace,
  type HubSource,
  type HubTarget,
  MOVED_TABLES,
  type MovedTable,
  MoveFault,
} from '../../../transfer/hub-image.ts';
import { locate } from '../location.ts';
import { prepareDatabase } from '../migrate.ts';
import { Session } from '../session.ts';
import { dropTable } from '../space-table.ts';
import { newTableName } from '../table-name.ts';
import { insertOf } from './catalogue-rows.ts';
import { tableFiller } from './fill-table.ts';
import { locationName } from './location-name.ts';

/** Held while a copy is under way: two of them would be in each other's way. */
const COPY_LOCK = 0x4d_45_52_4a;

/** What an unfinished copy is about. While it is there, no server starts on the database. */
const STATE = [
  'CREATE TABLE IF NOT EXISTS copying (source text NOT NULL)',
  'CREATE TABLE IF NOT EXISTS arrived_space (id text COLLATE "C" PRIMARY KEY, place text NOT NULL, mark text NOT NULL)',
];

export async function openPostgresTarget(store: string, source: string): Promise<HubTarget> {
  const location = locate(store);
  const facilities = await prepareDatabase(location, 'copy');
  const name = locationName(location);
  if (name === source) throw new MoveFault('the source and the target are the same');
  if (facilities.isPooled)
    throw new MoveFault(
      `${name} is behind a pooler, through which no lock can be held for as long as a copy takes: give the address of PostgreSQL itself`,
    );
  const session = new Session({ url: location.url, ...facilities }, { isKept: true });
  try {
    const [held] = await session.once<{ held: boolean }>(`SELECT pg_try_advisory_lock(${COPY_LOCK}) AS held`);
    if (!held!.held) throw new MoveFault(`another copy into ${name} is under way`);
    await baseRevision(session, location.schema, name, source);
    const rows = await session.once<ArrivedSpace & { id: string }>(
      'SELECT id, place AS "storageKey", mark AS fingerprint FROM arrived_space',
    );
    return targetOf(session, name, new Map(rows.map((row) => [row.id, row])));
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function baseRevision(session: Session, schema: string, name: string, source: string): Promise<void> {
  const [begun] = await session.once<{ begun: boolean }>(
    `SELECT to_regclass('${schema}.copying') IS NOT NULL AS begun`,
  );
  if (!begun!.begun) {
    const [full] = await session.once<{ full: boolean }>(
      `SELECT EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM space) OR EXISTS (SELECT FROM project) AS full`,
    );
    if (full!.full) throw new MoveFault(`${name} has a hub already: nothing is overwritten`);
    await session.begin([...STATE, 'DELETE FROM server_key']);
    await session.rows('INSERT INTO copying VALUES ($1)', [source]);
    await session.commit();
    return;
  }
  const [row] = await session.once<{ source: string }>('SELECT source FROM copying');
  if (row!.source !== source)
    throw new MoveFault(
      `${name} has an unfinished copy of another hub, ${row!.source}: finish that one, or drop the schema ${schema}`,
    );
}

function targetOf(session: Session, name: string, arrived: Map<string, ArrivedSpace>): HubTarget {
  const inTransaction = async (work: () => Promise<void>) => {
    await session.begin(['SET LOCAL idle_in_transaction_session_timeout = 0']);
    try {
      await work();
      await session.commit();
    } catch (error) {
      await session.rollback();
      throw error;
    }
  };
  const remove = async (id: string) => {
    await session.script(dropTable(arrived.get(id)!.storageKey));
    await session.rows('DELETE FROM arrived_space WHERE id = $1', [id]);
  };
  return {
    name,
    arrived,
    async take(space, head, fingerprint, fill) {
      const storageKey = newTableName(space.id);
      const isDistributed = session.hasCitus && !isVirtual(parseStored(space.body) as JsonObject);
      await inTransaction(async () => {
        if (arrived.has(space.id)) await remove(space.id);
        await fill(await tableFiller(session, { id: space.id, storageKey }, head, isDistributed));
        await session.rows('INSERT INTO arrived_space VALUES ($1, $2, $3)', [
          space.id,
          storageKey,
          fingerprint,
        ]);
      });
      arrived.set(space.id, { storageKey, fingerprint });
    },
    complete: (source) =>
      inTransaction(async () => {
        const there = new Set((await source.spaces()).map(({ id }) => id));
        for (const id of arrived.keys()) if (!there.has(id)) await remove(id);
        await takeCatalogue(session, source, arrived);
        await session.script(['DROP TABLE copying', 'DROP TABLE arrived_space']);
      }),
    close: () => session.close(),
  };
}

async function takeCatalogue(
  session: Session,
  source: HubSource,
  arrived: ReadonlyMap<string, ArrivedSpace>,
): Promise<void> {
  for (const table of Object.keys(MOVED_TABLES) as MovedTable[])
    for await (const page of source.rows(table))
      for (const row of page) {
        const { sql, values } = insertOf(table, row);
        await session.rows(sql, values);
      }
  const [next] = await session.rows<{ version: number }>('SELECT next_version() AS version');
  for (const { serial, id, body } of await source.spaces()) {
    const { owner } = parseStored(body) as JsonObject;
    await session.rows(
      `INSERT INTO space (serial, id, place, owner, body, changed) OVERRIDING SYSTEM VALUE
        VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        serial,
        id,
        arrived.get(id)!.storageKey,
        typeof owner === 'string' ? owner : null,
        body,
        next!.version,
      ],
    );
  }
  for (const [table, last] of Object.entries(await source.lastSerials()))
    if (last > 0) await session.once(`SELECT setval('${table}_serial_seq', ${last})`);
}
