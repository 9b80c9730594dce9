import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { newUser, type Run } from './harness/command.ts';
import { startHub } from './harness/hub.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const hub = await startHub();
const user = newUser(hub);

const point = (lon: number, lat: number, properties: object, id?: string | number) => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties,
});

function file(name: string, content: string | object | Buffer): string {
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(join(user.folder, name), isRaw ? content : JSON.stringify(content));
  return name;
}

const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

interface FileReport {
  inserted: number;
  updated: number;
  unchanged: number;
  repeated: number;
  failed: number;
  repeatedIds: number;
  report?: string;
}

function reportOf({ code, out, err }: Run, exit = 0): FileReport {
  assert.equal(code, exit, err);
  return (JSON.parse(out) as FileReport[])[0]!;
}

describe('import', () => {
  test('makes the space if asked to, and says what became of the features', async () => {
    const id = newSpaceId();
    const name = file(
      'peaks.geojson',
      collection(point(7, 46, { name: 'a' }, 'a'), point(8, 47, { name: 'b' })),
    );
    const missing = await user.run('import', name, '--to', id);
    assert.equal(missing.code, 8);
    assert.match(missing.err, /no space \S+ on \S+: add --create to create it/);
    const made = await user.run('import', name, '--to', id, '--create', '--title', 'Peaks');
    assert.equal(made.code, 0, made.err);
    assert.equal(made.out, 'peaks.geojson: 2 features read: 2 new.\n');
    assert.equal(made.err, '', 'nothing moves where nobody looks');
    const { body } = await hub.get<{ title: string }>(`/hub/spaces/${id}`);
    assert.equal(body.title, 'Peaks');
  });

  test('once more changes nothing, also where features have no ids', async () => {
    const space = await newSpace(hub);
    const name = file(
      'again.ndjson',
      `${JSON.stringify(point(1, 2, { n: 1 }))}\n${JSON.stringify(point(3, 4, { n: 2 }))}\n`,
    );
    assert.equal(reportOf(await user.run('import', name, '--to', space.id, '--json')).inserted, 2);
    const { inserted, updated, unchanged } = reportOf(
      await user.run('import', name, '--to', space.id, '--json'),
    );
    assert.deepEqual([inserted, updated, unchanged], [0, 0, 2]);
  });

  test('keeps every digit and every member', async () => {
    const space = await newSpace(hub);
    const text =
      '{"type":"Feature","id":"x","geometry":null,"properties":{"n":9007199254740993,"__proto__":1},"colour":"red"}';
    await user.run('import', file('exact.ndjson', `${text}\n`), '--to', space.id);
    const { text: stored } = await hub.get(`${space.features}/x`);
    assert.match(stored, /"n":9007199254740993/);
    assert.match(stored, /"__proto__":1/);
    assert.match(stored, /"colour":"red"/);
  });

  test('takes ids from a property, renames properties and adds tags', async () => {
    const space = await newSpace(hub);
    const csv = file('trees.csv', 'no,x,y,kind\n7,10.5,50.5,oak\n');
    const words = [
      'import',
      csv,
      '--to',
      space.id,
      '--id',
      'no',
      '--rename',
      'kind=species',
      '--tags',
      'City,Green',
    ];
    assert.equal(reportOf(await user.run(...words, '--json')).inserted, 1);
    const { properties, geometry } = (await space.read('7')) as unknown as {
      properties: Record<string, unknown>;
      geometry: object;
    };
    assert.equal(properties.species, 'oak');
    assert.deepEqual(geometry, { type: 'Point', coordinates: [10.5, 50.5] });
    assert.deepEqual((properties['@ns:com:here:xyz'] as { tags: string[] }).tags, ['city', 'green']);
  });

  test('takes only what --where says, counts the others, and its numbers add up', async () => {
    const space = await newSpace(hub);
    const csv = file(
      'some.csv',
      'no,x,y,kind\n1,10,50,oak\n2,11,51,elm\n,12,52,elm\n4,13,53,oak\n5,14,95,oak\n',
    );
    const words = ['import', csv, '--to', space.id, '--id', 'no', '--where', "kind = 'oak' AND id <> '4'"];
    const { code, out } = await user.run(...words);
    assert.equal(code, 9);
    assert.match(out, /^some\.csv: 5 features read: 1 new, 3 left out by --where, 1 refused\.$/m);
    const again = await user.run(...words, '--mode', 'replace', '--allow-refused', '--json');
    const { files, plan } = JSON.parse(again.out);
    assert.deepEqual([files[0].read, files[0].excluded, files[0].failed], [5, 3, 1]);
    assert.deepEqual([plan.unchanged, plan.deleted], [1, 0]);
    const wrong = await user.run('import', csv, '--to', space.id, '--where', 'kind =');
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /--where "kind =" is not valid CQL2/);
  });

  test('lists what was refused, by whom ever, and writes the rest', async () => {
    const space = await newSpace(hub);
    const deep = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);
    const name = file(
      'mixed.geojson',
      collection(
        point(7, 46, {}, 'good'),
        point(190, 46, {}, 'bad'),
        point(8, 46, { '@ns:com:here:xyz': { tags: ['a,b'] } }, 'tagged'),
        point(9, 46, { deep }, 'good2'),
      ),
    );
    const run = await user.run('import', name, '--to', space.id);
    assert.equal(run.code, 9);
    assert.match(
      run.out,
      /^mixed\.geojson: 4 features read: 2 new, 2 refused\.\nRefused features are listed in mixed\.geojson\.refused\.ndjson\.\n$/,
    );
    assert.match(run.err, /^mixed\.geojson, record 2 \(line 1\), feature "bad": .*longitude/m);
    assert.match(run.err, /^mixed\.geojson, record 3 \(line 1\), feature "tagged": /m);
    const lines = readFileSync(join(user.folder, 'mixed.geojson.refused.ndjson'), 'utf8').trim().split('\n');
    const refused = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      refused.map(({ file: from, record, id }) => [from, record, id]),
      [
        ['mixed.geojson', 2, 'bad'],
        ['mixed.geojson', 3, 'tagged'],
      ],
    );
    assert.ok(refused.every(({ reason }) => typeof reason === 'string' && reason !== ''));
    assert.deepEqual(await space.search(), ['good', 'good2']);
  });

  test('tells of ids that come twice: the last one counts', async () => {
    const space = await newSpace(hub);
    const name = file(
      'twice.geojson',
      collection(point(1, 1, { n: 1 }, 'a'), point(1, 1, { n: 2 }, 'a'), point(1, 1, { n: 3 }, 'b')),
    );
    const run = await user.run('import', name, '--to', space.id);
    assert.match(run.out, /^1 feature has an id that occurred before in the file; the last one wins\.$/m);
    assert.equal((await space.read('a')).properties.n, 2);
    const byName = await user.run('import', name, '--to', space.id, '--id', 'n', '--dry-run');
    assert.match(byName.out, /3 would be written/);
  });

  test('does with ids that come twice what is asked for, and its numbers add up', async () => {
    const name = file(
      'doubles.geojson',
      collection(point(1, 1, { n: 1 }, 'a'), point(1, 1, { n: 2 }, 'a'), point(1, 1, { n: 3 }, 'b')),
    );
    const cases: [mode: string, ids: string[], first: number, words: RegExp, code: number][] = [
      ['first', ['a', 'b'], 1, /3 features read: 2 new, 1 skipped\./, 0],
      ['error', ['a', 'b'], 1, /3 features read: 2 new, 1 refused\./, 9],
      ['number', ['a', 'a-2', 'b'], 1, /3 features read: 3 new\.\n.*numbered -2, -3/, 0],
    ];
    for (const [mode, ids, first, words, code] of cases) {
      const space = await newSpace(hub);
      const run = await user.run('import', name, '--to', space.id, '--on-duplicate', mode);
      assert.equal(run.code, code, run.err);
      assert.match(run.out, words);
      assert.deepEqual((await space.search()).sort(), ids);
      assert.equal((await space.read('a')).properties.n, first);
    }
    const resumed = await user.run('import', name, '--to', 'x', '--on-duplicate', 'first', '--resume');
    assert.equal(resumed.code, 2);
  });

  test('takes records of JSON and tables in a grid, and says what it guessed', async () => {
    const id = newSpaceId();
    const records = file('cities.json', [
      { name: 'A', lat: 1, lng: 2 },
      { name: 'B', lat: 3, lng: 4 },
    ]);
    const run = await user.run('import', records, '--to', id, '--create');
    assert.equal(
      run.out,
      'cities.json: 2 features read: 2 new.\nNot said by the file: longitude in "lng", latitude in "lat".\n',
    );
    const grid = file('grid.csv', 'easting;northing;name\n565000;5930000;Hamburg\n');
    const words = ['--lon', 'easting', '--lat', 'northing', '--crs', 'EPSG:25832', '--json'];
    const inGrid = await user.run('import', grid, '--to', id, ...words);
    assert.equal(reportOf(inGrid).inserted, 1);
    const other = newSpaceId();
    const none = await user.run(
      'import',
      file('hello.json', { hello: 1 }),
      '--to',
      other,
      '--create',
      '--json',
    );
    assert.equal(none.code, 10);
    assert.match((JSON.parse(none.out) as { reason: string }[])[0]!.reason, /look like coordinates/);
    assert.equal((await hub.get(`/hub/spaces/${other}`)).status, 404);
  });

  test('reads one id two hundred thousand times, as positions of a vehicle come', async () => {
    const id = newSpaceId();
    const lines = Array.from({ length: 200_000 }, (_, n) =>
      JSON.stringify(point(7, 46, { n, vehicle: 'v1' })),
    );
    const name = file('vehicle.ndjson', lines.join('\n'));
    const run = await user.run('import', name, '--to', id, '--create', '--id', 'vehicle', '--json');
    const { inserted, updated, repeated, failed } = reportOf(run);
    assert.equal(inserted + updated + repeated + failed, 200_000);
    assert.deepEqual([inserted, failed], [1, 0]);
    const { body } = await hub.get<{ properties: { n: number } }>(`/hub/spaces/${id}/features/v1`);
    assert.equal(body.properties.n, 199_999);
  });

  test('makes no space for a file that it cannot read', async () => {
    const id = newSpaceId();
    for (const [name, code] of [
      ['not-there.geojson', 10],
      [file('notes.txt', 'root:x:0:0:root:/root:/bin/bash\n'), 10],
      [file('broken.geojson', '{"type":"FeatureCollection","features":[{"type":'), 10],
    ] as const) {
      const run = await user.run('import', name, '--to', id, '--create');
      assert.equal(run.code, code, run.err);
      assert.match(run.err, /^\S.*\n$/, 'a sentence');
    }
    assert.equal((await hub.get(`/hub/spaces/${id}`)).status, 404);
  });

  test('writes nothing in a dry run', async () => {
    const id = newSpaceId();
    const name = file('dry.geojson', collection(point(1, 1, {}), point(200, 1, {})));
    const run = await user.run('import', name, '--to', id, '--create', '--dry-run');
    assert.equal(run.code, 9);
    assert.match(
      run.out,
      new RegExp(`^dry\\.geojson: 2 features read: 1 would be written to ${id}, 1 would be refused\\.$`, 'm'),
    );
    assert.equal((await hub.get(`/hub/spaces/${id}`)).status, 404);
  });

  test('repairs open rings and areas that cross themselves if asked to, and lists what it repaired', async () => {
    const space = await newSpace(hub);
    const corners = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ];
    const crossed = [0, 2, 1, 3, 0].map((i) => corners[i]);
    const area = (id: string, ring: unknown) => ({
      type: 'Feature',
      id,
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: { name: 'x', other: 1 },
    });
    const name = file('open.geojson', collection(area('a', corners), area('b', crossed)));
    const run = await user.run('import', name, '--to', space.id, '--repair', '--select', 'name');
    assert.equal(run.code, 0, run.err);
    assert.match(run.out, /2 new\.\n2 features were repaired\.\nRepaired features are listed in /);
    const listed = readFileSync(join(user.folder, 'open.geojson.refused.ndjson'), 'utf8').trim().split('\n');
    assert.match(listed[0]!, /"id":"a","reason":"[^"]*must be closed[^"]*","repaired":true/);
    assert.match(listed[1]!, /"id":"b","reason":"Self-intersection\[2 2\][^"]*","repaired":true/);
    assert.match(JSON.stringify((await space.read('b')).geometry), /MultiPolygon/);
    const { properties } = await space.read('a');
    assert.deepEqual([properties.name, properties.other], ['x', undefined]);
  });

  test('reads all pages of a collection of OGC API Features, and shows no secret of its address', async () => {
    const from = await newSpace(hub);
    await from.load(...Array.from({ length: 1200 }, (_, i) => point(i / 100, 1, { n: i }, `n${i}`)));
    const to = newSpaceId();
    const address = `${hub.url.replace('//', '//me:geheim@')}/ogc/collections/${from.id}`;
    const words = ['--to', to, '--create', '--service', 'ogcapi'];
    const refused = await user.run('import', address, ...words, '--header', 'Authorization: Bearer wrong');
    assert.equal(refused.code, 10, refused.out);
    assert.match(refused.err, /the server responds with 401/);
    const run = await user.run('import', address, ...words, '--header', `Authorization: Bearer ${hub.token}`);
    assert.equal(run.code, 0, run.err);
    assert.match(run.out, /me:\*\*\*@.*: 1.200 features read: 1.200 new\.$/m);
    assert.doesNotMatch(run.out + run.err + refused.err, /geheim/);
    const missing = await user.run('import', `${hub.url}/no-such-file`, '--to', to);
    assert.equal(missing.code, 10);
    assert.match(missing.err, /no-such-file: the server responds with 404/);
    const wrong = await user.run('import', 'a.csv', '--to', to, '--sql', 'SELECT 1');
    assert.equal(wrong.code, 2);
  });

  test('shows in a dry run what is in a file', async () => {
    const name = file('look.csv', 'name;h;x;y\nA;1,5;10;50\nB;2;11;51\n');
    const { out } = await user.run('import', name, '--to', newSpaceId(), '--create', '--dry-run');
    assert.match(
      out,
      /^Format: CSV\nCoordinates: WGS 84\nGeometries: 2 Point\nExtent \(W,S,E,N\): 10,50,11,51\n\+-/,
    );
    assert.match(out, /^name\s+text\s+2\s+A$/m);
    assert.match(out, /^h\s+number\s+2\s+1\.5$/m);
    assert.match(
      out,
      /^Not said by the file: delimiter ";"; longitude in "x", latitude in "y"; decimal commas in "h"\.$/m,
    );
  });

  test('shows in a dry run the properties that would be written, and nothing of a file that it cannot read', async () => {
    const name = file('chosen.csv', 'name,h,x,y\nA,1,10,50\n');
    const words = ['--to', newSpaceId(), '--create', '--dry-run'];
    const { out } = await user.run('import', name, ...words, '--select', 'name', '--rename', 'name=title');
    assert.match(out, /^PROPERTY .*\ntitle\s+text\s+1\s+A\nchosen\.csv: 1 feature read/m);
    const broken = await user.run('import', file('broken.bin', '\0\0\0'), ...words);
    assert.equal(broken.code, 10);
    assert.equal(broken.out, 'broken.bin: 0 features read.\n');
  });

  test('says of how many features measures are left out', async () => {
    const space = await newSpace(hub);
    const measured = { ...point(1, 2, {}, 'a'), geometry: { type: 'Point', coordinates: [1, 2, 3, 4] } };
    const name = file('measured.geojson', collection(measured, point(1, 2, {}, 'b')));
    const told = 'Not said by the file: measures (M) of 1 feature, left out.\n';
    const dry = await user.run('import', name, '--to', space.id, '--dry-run');
    assert.ok(dry.out.endsWith(`2 would be written to ${space.id}.\n${told}`), dry.out);
    const run = await user.run('import', name, '--to', space.id);
    assert.equal(run.out, `measured.geojson: 2 features read: 2 new.\n${told}`);
    assert.deepEqual((await space.read('a')).geometry, { type: 'Point', coordinates: [1, 2, 3] });
  });

  test('reads standard input and packed files', async () => {
    const space = await newSpace(hub);
    const piped = await user.pipe(
      `${JSON.stringify(point(1, 1, {}, 'p'))}\n`,
      'import',
      '-',
      '--to',
      space.id,
      '--format',
      'ndjson',
    );
    assert.equal(piped.code, 0, piped.err);
    const packed = file('p.geojson.gz', gzipSync(JSON.stringify(collection(point(1, 1, {}, 'q')))));
    const run = await user.run('import', packed, '--to', space.id);
    assert.equal(run.code, 0, run.err);
    assert.deepEqual(await space.search(), ['p', 'q']);
  });

  test('takes several files, and goes on after one that is damaged or not there', async () => {
    const space = await newSpace(hub);
    const whole = JSON.stringify(collection(point(1, 1, {}, 'a'), point(1, 1, {}, 'b')));
    const cut = file('cut.geojson', whole.slice(0, -20));
    const good = file('good.geojson', collection(point(2, 2, {}, 'c')));
    const run = await user.run('import', cut, good, '--to', space.id);
    assert.equal(run.code, 10);
    assert.match(run.err, /^cut\.geojson: ends .* feature/m);
    assert.match(run.out, /^cut\.geojson: 1 feature read: 1 new\.\ngood\.geojson: 1 feature read: 1 new\.$/m);
    assert.deepEqual(await space.search(), ['a', 'c']);
    type Reports = { isComplete: boolean; reason?: string }[];
    const causes = (reports: Reports) =>
      reports.map(({ isComplete, reason }) => (isComplete ? 'whole' : reason!));
    const inOne = await user.run('import', 'none.geojson', cut, good, '--to', space.id, '--json');
    assert.equal(inOne.code, 10);
    const [missing, broken, read] = causes(JSON.parse(inOne.out) as Reports);
    assert.equal(missing, 'none.geojson: cannot be read: there is no such file');
    assert.match(broken!, /^cut\.geojson: ends .* feature/);
    assert.equal(read, 'whole');
    const words = ['--to', space.id, '--mode', 'replace', '--yes', '--json'];
    const replacing = await user.run('import', good, 'none.geojson', ...words);
    assert.equal(replacing.code, 10);
    assert.deepEqual(causes((JSON.parse(replacing.out) as { files: Reports }).files), ['whole', missing]);
    assert.deepEqual(await space.search(), ['a', 'c']);
  });

  test('refuses what makes no sense, in a sentence', async () => {
    const space = await newSpace(hub);
    const cases: [words: string[], code: number, problem: RegExp][] = [
      [
        ['nothing.geojson', '--to', space.id],
        10,
        /^nothing\.geojson: cannot be read: there is no such file$/m,
      ],
      [['s3://bucket/x.csv', '--to', space.id], 10, /^s3:\/\/bucket\/x\.csv: is an address of a kind/],
      [['folder', '--to', space.id], 10, /^folder: is a folder: .*--watch$/m],
      [['roads.gdb', '--to', space.id], 10, /^roads\.gdb: is an Esri File Geodatabase, .*ogr2ogr/m],
      [['-', '--to', space.id, '--resume'], 1, /standard input cannot be resumed/i],
      [['-', '--to', space.id, '--id', 'a', '--hash-ids'], 1, /two sources of ids/],
      [['-', '--to', space.id, '--rename', 'a'], 2, /an old and a new name/],
      [['-'], 2, /--to <space>/],
      [['-', '--to', space.id, '--format', 'docx'], 2, /Allowed choices are geojson/],
    ];
    for (const name of ['folder', 'roads.gdb']) mkdirSync(join(user.folder, name));
    for (const [words, code, problem] of cases) {
      const run = await user.run('import', ...words);
      assert.equal(run.code, code, run.err);
      assert.match(run.err, problem);
    }
    assert.ok(!existsSync(join(user.folder, 'stdin.refused.ndjson')));
  });

  test('stops where the space cannot be written, and says why', async () => {
    const space = await newSpace(hub, { readOnly: true });
    const name = file('ro.geojson', collection(point(1, 1, {}, 'a')));
    const run = await user.run('import', name, '--to', space.id);
    assert.equal(run.code, 1);
    assert.match(run.err, /is read-only[\s\S]*--resume continues from here/);
  });
});
