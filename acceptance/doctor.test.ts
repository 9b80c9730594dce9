// Embedded engine only: it damages the files of a data folder; doctor.postgres.test.ts has the tables of a database.
import assert from 'node:assert/strict';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { feature, tagged } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const COUNT = 400;

/** A space with tags, an index, a history, and enough features for many pages of its file. */
const hub = await startHub();
const broken = await newSpace(hub, { id: 'broken', searchableProperties: { n: true }, versionsToKeep: 10 });
const sound = await newSpace(hub, { id: 'sound' });
await sound.load(feature('a'));
await broken.load(...Array.from({ length: COUNT }, (_, n) => feature(`f${n}`, { n, text: 'x'.repeat(500) })));
await broken.load(tagged('t', 'x'), feature('f1', { n: 1000 }));
await hub.stop();

type Harm = (path: string) => void;

/** A copy of the data folder, to the file of one space of which `harm` was done. */
function harmed(harm: Harm): { data: string; path: string } {
  const data = join(temporaryFolder(), 'data');
  cpSync(hub.data, data, { recursive: true });
  const name = readdirSync(join(data, 'spaces')).find((file) => /^broken\..*\.db$/.test(file));
  const path = join(data, 'spaces', name!);
  harm(path);
  return { data, path };
}

async function doctor(data: string, ...words: string[]) {
  const program = runMeridian(['doctor', '--data', data, ...words], {});
  const code = await exitCode(program, 60_000);
  const out = program.stdout();
  assert.doesNotMatch(program.stderr() + out, /\n\s+at |\.ts:\d/);
  return { code, out, err: program.stderr() };
}

async function idsIn(server: Hub, space: string): Promise<number> {
  const { body, text } = await server.get<{ count: number }>(`/hub/spaces/${space}/count`);
  assert.equal(typeof body.count, 'number', text);
  return body.count;
}

const sql = (text: string) => (path: string) => {
  const database = new DatabaseSync(path);
  database.exec(text);
  database.close();
};

/** Overwrites pages in the middle of the file. */
const overwrite: Harm = (path) => {
  const file = openSync(path, 'r+');
  const pages = Math.floor(statSync(path).size / 4096);
  for (const page of [Math.floor(pages / 3), Math.floor(pages / 2)])
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
  closeSync(file);
};

test('a sound hub is sound', async () => {
  const { data } = harmed(() => {});
  const { code, out } = await doctor(data);
  assert.equal(code, 0, out);
  assert.match(
    out,
    /^broken: sound, 401 features\nsound: sound, 1 feature\n2 spaces checked, 0 damaged\.\n$/,
  );
});

const REBUILDABLE: [what: string, harm: Harm, finding: RegExp][] = [
  [
    'a wrong number of features',
    sql('UPDATE content SET count = 7'),
    /number of features is stored as 7, and is 401/,
  ],
  [
    'wrong counts of tags',
    sql("UPDATE tag_count SET count = 9; INSERT INTO tag_count VALUES ('y', 1)"),
    /counts of tags are wrong for 2 of 2/,
  ],
  ['lost entries of the spatial index', sql('DELETE FROM box WHERE seq < 10'), /boxes in the spatial index/],
  ['lost entries of the index of tags', sql('DELETE FROM tag'), /index of tags is stored as 0, and is 1/],
  [
    'entries of an index without a feature',
    sql('INSERT INTO property_value VALUES (1, 5, 99999)'),
    /1 entries of indexes of properties/,
  ],
  ['a table of counts that is missing', sql('DROP TABLE property_count'), /table property_count is missing/],
  ['an index that is missing', sql('DROP INDEX past_of_id'), /index past_of_id is missing/],
  [
    'a last insertion number that is too low',
    sql('UPDATE content SET last_seq = 3'),
    /last insertion number is 3/,
  ],
];

for (const [what, harm, finding] of REBUILDABLE)
  test(`${what}: found, left alone without --repair, and rebuilt with it`, async () => {
    const { data } = harmed(harm);
    const found = await doctor(data);
    assert.equal(found.code, 1, found.out);
    assert.match(found.out, finding);
    assert.match(found.out, /\(can be rebuilt\)[\s\S]*1 damaged\.\nRun it again with --repair/);
    const repaired = await doctor(data, '--repair');
    assert.equal(repaired.code, 0, repaired.out);
    assert.match(repaired.out, /broken: repaired, 401 features/);
    assert.match((await doctor(data)).out, /broken: sound, 401 features/);
  });

describe('where pages of a file are overwritten', async () => {
  const { data, path } = harmed(overwrite);
  const repaired = await doctor(data, '--repair');

  test('what can be read is brought back, and what is lost is counted', () => {
    assert.equal(repaired.code, 1, repaired.out);
    const [, kept] = /broken: repaired, (\d+) features/.exec(repaired.out) ?? [];
    assert.ok(Number(kept) > 300 && Number(kept) < 401, repaired.out);
    assert.ok(repaired.out.includes(`lost: ${401 - Number(kept)} of 401 features`), repaired.out);
  });

  test('the damaged file is kept beside the new one', () => {
    assert.match(repaired.out, /the damaged file is kept as /);
    assert.equal(readdirSync(join(data, 'spaces')).filter((name) => name.includes('.db.damaged-')).length, 1);
    assert.ok(statSync(path).size > 0);
  });

  test('the hub serves and writes the space again', async () => {
    const server = await startHub({ data });
    const before = await idsIn(server, 'broken');
    assert.equal((await server.put('/hub/spaces/broken/features', feature('new'))).status, 200);
    assert.equal(await idsIn(server, 'broken'), before + 1);
    assert.equal(await idsIn(server, 'sound'), 1);
    await server.stop();
    assert.equal((await doctor(data)).code, 0);
  });
});

const BEYOND_REPAIR: [what: string, harm: Harm, finding: RegExp][] = [
  ['missing', (path) => rmSync(path), /its file is missing/],
  ['empty', (path) => truncateSync(path, 0), /its file is empty/],
  [
    'foreign',
    (path) => writeFileSync(path, '{"type":"FeatureCollection"}'.repeat(500)),
    /is damaged \(file is not a database\)/,
  ],
  [
    'no file',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    /its file is no file/,
  ],
  ['cut off in its first page', (path) => truncateSync(path, 1000), /damaged/],
];

for (const [what, harm, finding] of BEYOND_REPAIR)
  test(`a file that is ${what} is named, not touched, and keeps nothing else from being checked`, async () => {
    const { data } = harmed(harm);
    const { code, out } = await doctor(data, '--repair');
    assert.equal(code, 1, out);
    assert.match(out, finding);
    assert.match(out, /broken: damaged/);
    assert.match(out, /sound: sound, 1 feature/);
    assert.equal(readdirSync(join(data, 'spaces')).filter((name) => name.includes('repair')).length, 0);
  });

test('files that no space has are named and stay', async () => {
  const { data } = harmed((path) => cpSync(path, path.replace('broken.', 'other.')));
  const { code, out } = await doctor(data);
  assert.equal(code, 0, out);
  assert.match(out, /No space has \S*other\.\S*\.db: it is left as it is/);
});

test('a data folder that a server uses is not looked at', async () => {
  const server = await startHub();
  const { code, err } = await doctor(server.data, '--repair');
  assert.equal(code, 3);
  assert.match(err, /in use by another Meridian server/);
});
