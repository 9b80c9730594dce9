import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newDatabase, query } from '../testing/postgres/database.ts';
import { feature, tagged } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian } from './harness/program.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const COUNT = 50;

/** A hub in a database of its own, with a space that has tags, an index and a history; it is stopped. */
async function database(): Promise<{ store: string; settings: Record<string, string>; table: string }> {
  const store = await newDatabase();
  const settings = { MERIDIAN_STORE: store, MERIDIAN_STORE_CONNECTIONS: '8' };
  const hub = await startHub({ settings });
  const broken = await newSpace(hub, { id: 'broken', searchableProperties: { n: true }, versionsToKeep: 10 });
  const sound = await newSpace(hub, { id: 'sound' });
  await sound.load(feature('a'));
  await broken.load(...Array.from({ length: COUNT }, (_, n) => feature(`f${n}`, { n })));
  await broken.load(tagged('t', 'x'), feature('f1', { n: 1000 }));
  await hub.stop();
  const table = query(store, "SELECT place FROM meridian.space WHERE id = 'broken'").trim();
  return { store, settings, table };
}

async function doctor(settings: Record<string, string>, ...words: string[]) {
  const program = runMeridian(['doctor', ...words], settings);
  const code = await exitCode(program, 60_000);
  assert.doesNotMatch(program.stderr() + program.stdout(), /\n\s+at |\.ts:\d/);
  return { code, out: program.stdout(), err: program.stderr() };
}

const hubs = await database();
const { store, settings } = hubs;
const tableOf = () => query(store, "SELECT place FROM meridian.space WHERE id = 'broken'").trim();

test('a sound hub is sound', async () => {
  const { code, out, err } = await doctor(settings);
  assert.equal(code, 0, out + err);
  assert.match(out, /^broken: sound, 51 features\nsound: sound, 1 feature\n2 spaces checked, 0 damaged\.\n$/);
});

const REBUILDABLE: [what: string, harm: (table: string) => string, finding: RegExp][] = [
  [
    'a wrong number',
    (t) => `UPDATE meridian.content SET count = 7 WHERE place = '${t}'`,
    /stored as 7, and is 51/,
  ],
  [
    'lost counts of tags',
    (t) => `DELETE FROM meridian.tag_count WHERE place = '${t}'`,
    /counts of tags are wrong for 1 of 1/,
  ],
  ['a lost index', (t) => `DROP INDEX meridian.${t}_geom`, /index \S+_geom is missing/],
  ['a lost column', (t) => `ALTER TABLE meridian.${t} DROP COLUMN tags`, /column tags is missing/],
  ['lost tags', (t) => `UPDATE meridian.${t} SET tags = '{}'`, /index of tags is stored as 0, and is 1/],
  [
    'a lost row of the content',
    (t) => `DELETE FROM meridian.content WHERE place = '${t}'`,
    /row in the table content is missing/,
  ],
];

for (const [what, harm, finding] of REBUILDABLE)
  test(`${what}: found, left alone without --repair, and rebuilt with it`, async () => {
    query(store, harm(tableOf()));
    const found = await doctor(settings);
    assert.equal(found.code, 1, found.out + found.err);
    assert.match(found.out, finding);
    const repaired = await doctor(settings, '--repair');
    assert.equal(repaired.code, 0, repaired.out + repaired.err);
    assert.match(repaired.out, /broken: repaired, 51 features/);
    assert.match((await doctor(settings)).out, /broken: sound, 51 features/);
  });

test('a lost table of history is said to be lost', async () => {
  query(store, `DROP TABLE meridian.past_${tableOf().replace(/^s_/, '')}`);
  const { code, out, err } = await doctor(settings, '--repair');
  assert.equal(code, 1, out + err);
  assert.match(out, /broken: repaired, 51 features[\s\S]*lost: the history/);
});

describe('a hub, one table of which was dropped', async () => {
  test('says so by doctor, which can not bring it back', async () => {
    query(store, `DROP TABLE meridian.${tableOf()}`);
    const { code, out } = await doctor(settings, '--repair');
    assert.equal(code, 1, out);
    assert.match(out, /broken: damaged\n {2}its table \S+ is missing \(can not be rebuilt/);
    assert.match(out, /sound: sound, 1 feature/);
  });

  test('lists and serves all others, says what is wrong with the broken one, and can delete it', async () => {
    const hub = await startHub({ settings });
    const { body } = await hub.get<{ id: string }[]>('/hub/spaces');
    assert.deepEqual(body.map(({ id }) => id).sort(), ['broken', 'sound']);
    assert.equal((await hub.get('/hub/spaces/sound/features/a')).status, 200);
    for (const path of ['features/a', 'search', 'iterate', 'bbox?west=0&south=0&east=1&north=1'])
      assertRefused(await hub.get(`/hub/spaces/broken/${path}`), 503, 'missing', 'backup');
    assertRefused(await hub.put('/hub/spaces/broken/features', feature('b')), 503, 'missing');
    const { code, err } = await doctor(settings, '--repair');
    assert.equal(code, 1);
    assert.match(err, /stop every server/, 'nothing is repaired while it serves');
    assert.equal((await hub.delete('/hub/spaces/broken')).status, 204);
    const again = await newSpace(hub, { id: 'broken' });
    await again.load(feature('a'));
    assert.deepEqual(await again.search(), ['a']);
  });
});
