import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newUser } from './harness/command.ts';
import { startHub } from './harness/hub.ts';
import { newSpaceId } from './harness/space.ts';

/** Four changes are too many for one request. */
const hub = await startHub({ settings: { MERIDIAN_MAX_FEATURES_PER_REQUEST: '3' } });
const user = newUser(hub);

type Tree = { id?: string; no?: string; kind?: string; lat?: number };

function file(name: string, ...trees: Tree[]): string {
  const features = trees.map(({ id, lat = 50, ...properties }) => ({
    type: 'Feature',
    ...(id !== undefined && { id }),
    geometry: { type: 'Point', coordinates: [9.5, lat] },
    properties,
  }));
  writeFileSync(join(user.folder, name), JSON.stringify({ type: 'FeatureCollection', features }));
  return name;
}

const FIRST = [
  { id: 'a', no: '1', kind: 'oak' },
  { id: 'b', no: '2', kind: 'elm' },
  { id: 'c', no: '3', kind: 'ash' },
];
file('first.geojson', ...FIRST);
file('second.geojson', { ...FIRST[0]!, kind: 'beech' }, FIRST[1]!, { id: 'd', no: '4', kind: 'fir' });

/** A space with history and the first three trees. */
async function newTrees(): Promise<string> {
  const id = newSpaceId();
  await hub.post('/hub/spaces', { id, title: 'Trees', enableHistory: true, client: { colour: '#4a6' } });
  const { code, err } = await user.run('import', 'first.geojson', '--to', id, '--tags', 'City');
  assert.equal(code, 0, err);
  return id;
}

type Stored = { id: string; properties: { kind: string; no: string } };

async function kinds(space: string): Promise<Record<string, string>> {
  const { body } = await hub.get<{ features: Stored[] }>(`/hub/spaces/${space}/search`);
  return Object.fromEntries(body.features.map(({ id, properties }) => [id, properties.kind]));
}

const run = (space: string, name: string, ...words: string[]) =>
  user.run('import', name, '--to', space, '--tags', 'City', ...words);

describe('import --mode replace', () => {
  test('makes the space what the file says, in one version, and keeps its definition', async () => {
    const space = await newTrees();
    const { code, out, err } = await run(space, 'second.geojson', '--mode', 'replace', '--yes');
    assert.equal(code, 0, err);
    assert.equal(
      out,
      `second.geojson: 3 features read: 1 new, 1 changed, 1 unchanged.
${space}: 1 to create, 1 to change, 1 unchanged, 1 to delete; 3 features then.
${space}: 1 created, 1 changed, 1 deleted, in one transaction. It has 3 features.
`,
    );
    assert.deepEqual(await kinds(space), { a: 'beech', b: 'elm', d: 'fir' });
    const { body } = await hub.get<{ client: object }>(`/hub/spaces/${space}`);
    assert.deepEqual(body.client, { colour: '#4a6' });
    type Versions = Record<string, { deleted: { features: Stored[] } }>;
    const { body: changes } = await hub.get<{ versions: Versions }>(`/hub/spaces/${space}/changesets`);
    const deleted = Object.values(changes.versions)
      .at(-1)!
      .deleted.features.map(({ id }) => id);
    assert.deepEqual(deleted, ['c']);
  });

  test('of the same file once more writes nothing', async () => {
    const space = await newTrees();
    const { code, out } = await run(space, 'first.geojson', '--mode', 'replace');
    assert.equal(code, 0);
    assert.match(out, /0 to create, 0 to change, 3 unchanged, 0 to delete; 3 features then/);
    assert.match(out, /nothing had to be written/);
  });

  test('shows the numbers and writes nothing in a dry run, or where nobody can confirm a deletion', async () => {
    const space = await newTrees();
    const before = await kinds(space);
    const dry = await run(space, 'second.geojson', '--mode', 'replace', '--dry-run', '--json');
    assert.equal(dry.code, 0, dry.err);
    assert.deepEqual(JSON.parse(dry.out).plan, {
      inserted: 1,
      updated: 1,
      unchanged: 1,
      deleted: 1,
      after: 3,
    });
    const asked = await run(space, 'second.geojson', '--mode', 'replace');
    assert.equal(asked.code, 1);
    assert.match(asked.err, /Delete 1 feature of \S+ that is not in the files\? .* add --yes/);
    assert.deepEqual(await kinds(space), before);
  });

  test('writes nothing if a feature is refused, unless asked to, and nothing of a file that ends early', async () => {
    const space = await newTrees();
    const before = await kinds(space);
    const name = file('bad.geojson', { id: 'x', kind: 'fig' }, { id: 'y', kind: 'yew', lat: 91 });
    const refused = await run(space, name, '--mode', 'replace', '--yes');
    assert.equal(refused.code, 9, refused.err);
    assert.match(refused.err, /1 feature was refused, so nothing was written/);
    writeFileSync(join(user.folder, 'cut.geojson'), '{"type":"FeatureCollection","features":[');
    const cut = await run(space, 'cut.geojson', '--mode', 'replace', '--yes');
    assert.equal(cut.code, 10, cut.err);
    const empty = await run(space, file('empty.geojson'), '--mode', 'replace', '--yes');
    assert.match(empty.err, /would delete all 3/);
    assert.deepEqual(await kinds(space), before);
    const allowed = await run(space, name, '--mode', 'replace', '--yes', '--allow-refused');
    assert.equal(allowed.code, 9);
    assert.deepEqual(await kinds(space), { x: 'fig' });
  });

  test('in several requests, where the hub takes no large ones, has the same result', async () => {
    const space = await newTrees();
    const name = file('four.geojson', { id: 'a', no: '7' }, { id: 'f' }, { id: 'g' }, { id: 'h' });
    const { code, out, err } = await run(space, name, '--mode', 'replace', '--yes', '--chunk-features', '2');
    assert.equal(code, 0, err);
    assert.match(
      out,
      /3 created, 1 changed, 2 deleted, in several requests, deletions last. It has 4 features/,
    );
    assert.deepEqual(Object.keys(await kinds(space)).sort(), ['a', 'f', 'g', 'h']);
  });
});

describe('import --mode', () => {
  test('upsert deletes nothing, append changes nothing', async () => {
    const space = await newTrees();
    const appended = await run(space, 'second.geojson', '--mode', 'append');
    assert.match(appended.out, /3 features read: 1 new, 2 there already/);
    assert.deepEqual(await kinds(space), { a: 'oak', b: 'elm', c: 'ash', d: 'fir' });
    const upserted = await run(space, 'second.geojson', '--mode', 'upsert');
    assert.match(upserted.out, /0 created, 1 changed, 0 deleted, in one transaction. It has 4 features/);
    assert.deepEqual(await kinds(space), { a: 'beech', b: 'elm', c: 'ash', d: 'fir' });
  });

  test('with --key finds features by a property and keeps their ids; the later of two with one key counts', async () => {
    const space = await newTrees();
    const name = file(
      'keyed.geojson',
      { no: '2', kind: 'lime' },
      { no: '9', kind: 'plum' },
      { no: '9', kind: 'pear' },
      { kind: 'none' },
    );
    const { code, out } = await run(
      space,
      name,
      '--mode',
      'upsert',
      '--key',
      'no',
      '--allow-refused',
      '--json',
    );
    assert.equal(code, 9);
    const { inserted, updated, repeated, failed } = JSON.parse(out).files[0];
    assert.deepEqual([inserted, updated, repeated, failed], [1, 1, 1, 1]);
    const stored = await kinds(space);
    assert.equal(stored.b, 'lime');
    assert.deepEqual(Object.values(stored).sort(), ['ash', 'lime', 'oak', 'pear']);
  });

  test('with a key that is not unique in the space is refused', async () => {
    const space = await newTrees();
    await run(space, file('double.geojson', { id: 'z', no: '1' }));
    const { code, err } = await run(space, 'first.geojson', '--mode', 'upsert', '--key', 'no');
    assert.equal(code, 1);
    assert.match(err, /--key no is not unique in the space/);
  });

  test('options that go with it only, or not with it, are told', async () => {
    const cases = [
      [['--key', 'no'], /--key goes with --mode/],
      [['--mode', 'replace', '--resume'], /needs no --resume/],
      [['--mode', 'upsert', '--key', 'no', '--on-duplicate', 'number'], /choose one/],
    ] as const;
    for (const [words, message] of cases) {
      const { code, err } = await user.run('import', 'first.geojson', '--to', 'x', ...words);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  });
});
