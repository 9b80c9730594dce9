import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { newDatabase } from '../../../../../testing/postgres/database.ts';
import { Lookups } from './lookups.ts';

const url = await newDatabase();
const ADDRESS = { url, searchPath: 'public', hasCitus: false, isPooled: false };
const ALL = 'SELECT value, length(value) AS length, NULL AS nothing FROM unnest($1::text[]) AS value';

/** Lookups that have a connection, and that of somebody else. */
async function open(t: TestContext) {
  const lookups = new Lookups(ADDRESS);
  const other = postgres(url, { max: 1, onnotice: () => undefined });
  t.after(async () => {
    await lookups.close();
    await other.end();
  });
  await connected(lookups);
  return { lookups, other };
}

/** The first one opens the connection, and is asked elsewhere. */
async function connected(lookups: Lookups): Promise<void> {
  while ((await lookups.ask(ALL, '{}')) === undefined) await pause(10);
}

/** Of the backend that looks up. */
async function backendOf(lookups: Lookups): Promise<number> {
  const [row] = (await lookups.ask('SELECT pg_backend_pid() FROM unnest($1::text[])', '{a}'))!;
  return Number(row![0]);
}

test('rows are the texts that PostgreSQL writes, and null', async (t) => {
  const { lookups } = await open(t);
  assert.deepEqual(await lookups.ask(ALL, '{a,"Zürich €","",NULL}'), [
    ['a', '1', null],
    ['Zürich €', '8', null],
    ['', '0', null],
    [null, null, null],
  ]);
  assert.deepEqual(await lookups.ask(ALL, '{}'), []);
});

test('rows that come in many pieces are whole', async (t) => {
  const { lookups } = await open(t);
  const texts = [0, 1, 10, 65_530, 65_536, 3_000_000].map((length) => 'ü'.repeat(length));
  const rows = await lookups.ask(ALL, `{${texts.map((text) => `"${text}"`).join(',')}}`);
  assert.deepEqual(
    rows?.map(([text]) => text),
    texts,
  );
});

test('one statement is under way at a time: others are asked elsewhere', async (t) => {
  const { lookups } = await open(t);
  const first = lookups.ask(ALL, '{a}');
  assert.equal(lookups.ask(ALL, '{b}'), undefined);
  assert.deepEqual(await first, [['a', '1', null]]);
  assert.deepEqual(await lookups.ask(ALL, '{b}'), [['b', '1', null]]);
});

test('a statement on a connection that breaks is to be asked elsewhere, and a new connection comes', async (t) => {
  const { lookups, other } = await open(t);
  const pid = await backendOf(lookups);
  const waiting = lookups.ask('SELECT pg_sleep(60)::text FROM unnest($1::text[])', '{a}');
  await other`SELECT pg_terminate_backend(${pid})`;
  assert.equal(await waiting, undefined);
  await connected(lookups);
  assert.notEqual(await backendOf(lookups), pid);
});

test('so is one whose connection broke before it', async (t) => {
  const { lookups, other } = await open(t);
  await other`SELECT pg_terminate_backend(${await backendOf(lookups)})`;
  assert.equal(await lookups.ask(ALL, '{a}'), undefined);
  await connected(lookups);
});

test('so is one that the database refuses, and what is asked later gets its own rows', async (t) => {
  const { lookups } = await open(t);
  assert.equal(await lookups.ask('SELECT * FROM nowhere WHERE id = ANY($1::text[])', '{a}'), undefined);
  assert.equal(await lookups.ask(ALL, 'no array'), undefined);
  await connected(lookups);
  assert.deepEqual(await lookups.ask(ALL, '{b}'), [['b', '1', null]]);
});

test('behind a pooler, and once closed, everything is asked elsewhere', async (t) => {
  const pooled = new Lookups({ ...ADDRESS, isPooled: true });
  t.after(() => pooled.close());
  assert.equal(pooled.ask(ALL, '{a}'), undefined);
  await pause(100);
  assert.equal(pooled.ask(ALL, '{a}'), undefined);
  const { lookups } = await open(t);
  const waiting = lookups.ask('SELECT pg_sleep(60)::text FROM unnest($1::text[])', '{a}');
  await lookups.close();
  assert.equal(await waiting, undefined);
  assert.equal(lookups.ask(ALL, '{a}'), undefined);
});

test('where nobody listens, everything is asked elsewhere', async () => {
  const nowhere = new Lookups({ ...ADDRESS, url: 'postgres://postgres@127.0.0.1:1/postgres' });
  assert.equal(nowhere.ask(ALL, '{a}'), undefined);
  await nowhere.close();
  assert.equal(nowhere.ask(ALL, '{a}'), undefined);
});
