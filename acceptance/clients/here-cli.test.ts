// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { shapefile } from '../harness/geojson.shapefile.ts';
import type { FeatureCollection } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN, ADMIN_SETTINGS } from '../harness/people.ts';
import { temporaryFolder } from '../harness/program.ts';
import { installClient } from './install.ts';

/** The old service's command line client from npm, unmodified: https://www.npmjs.com/package/@here/cli */
const client = installClient('here-cli');
const hub = await startHub({ settings: ADMIN_SETTINGS });
const home = temporaryFolder();
const WITHIN_MS = 240_000;

/** Once in a while it asks whether there is a newer version of it. */
const registry = createServer((_, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(
    '{"name":"@here/cli","dist-tags":{"latest":"1.0.1"},"versions":{"1.0.1":{"version":"1.0.1"}}}',
  );
});
await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
const registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
after(() => registry.close());

/** What it would ask at its very first start. */
writeFileSync(
  join(home, '.herecli'),
  '{"GAlicense":"true","lastAccessVersion":"1.9.0","lastAccessTime":1000000000000000}',
);

/** The lines that users are told to save. */
const guide = readFileSync(new URL('../../docs/using/clients/here-cli.md', import.meta.url), 'utf8');
const redirection = file('to-meridian.cjs', /```js\n(.*?)```/s.exec(guide)![1]!);

/** `answers`: what is typed once a prompt that matches is shown; a text is all that comes on its standard input. */
async function here(args: string[], typed: [RegExp, string][] | string = []): Promise<string> {
  const folder = 'folder' in client ? client.folder : '';
  const child = spawn(process.execPath, [join(folder, 'node_modules/.bin/here'), ...args], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      MERIDIAN_URL: hub.url,
      REGISTRY_URL: registryUrl,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_OPTIONS: `--no-warnings --require ${join(folder, 'registry.cjs')} --require ${redirection}`,
    },
  });
  const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  const waiting = typeof typed === 'string' ? [] : [...typed];
  if (typeof typed === 'string') child.stdin.end(typed);
  let shown = '';
  let seen = 0;
  const look = (text: string) => {
    shown += text;
    const next = waiting[0];
    if (!next?.[0].test(shown.slice(seen))) return;
    waiting.shift();
    seen = shown.length;
    child.stdin.write(next[1]);
  };
  child.stdout.setEncoding('utf8').on('data', look);
  child.stderr.setEncoding('utf8').on('data', look);
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(late);
  assert.equal(waiting.length, 0, `not asked for ${waiting[0]?.[0]}:\n${shown}`);
  return shown;
}

function file(name: string, content: string | Buffer): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

const places = {
  type: 'FeatureCollection',
  features: ['A', 'B'].map((name, n) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [8.5 + n, 50] },
    properties: { name, n },
  })),
};

describe('@here/cli 1.0.1', { skip: 'skip' in client ? client.skip : false }, () => {
  let space = '';
  const tags = async () => {
    const { text } = await hub.get(`/hub/spaces/${space}/statistics`);
    const { value } = (JSON.parse(text) as { tags: { value: { key: string; count: number }[] } }).tags;
    return Object.fromEntries(value.map(({ key, count }) => [key, count]));
  };

  test('configure account: signs in, chooses the app, makes its tokens', async () => {
    const shown = await here(
      ['configure', 'account'],
      [
        [/Email/, `${ADMIN.email}\n`],
        [/Password/, `${ADMIN.password}\n`],
        [/Answer:/, '1\n'],
      ],
    );
    assert.match(shown, /Secrets verified successfully/);
    assert.match(shown, /Default App Selected/);
  });

  test('configure set, configure verify: the same by their other names', async () => {
    const shown = await here(
      ['configure', 'set'],
      [
        [/Email/, `${ADMIN.email}\n`],
        [/Password/, `${ADMIN.password}\n`],
        [/Answer:/, '1\n'],
      ],
    );
    assert.match(shown, /Secrets verified successfully/);
    // It says nothing where the hub knows its token.
    assert.equal((await here(['configure', 'verify'])).trim(), '');
  });

  test('xyz token: lists its tokens', async () => {
    const shown = await here(['xyz', 'token']);
    assert.match(shown, /Current CLI token is : \w{40}/);
    assert.match(shown, /PERMANENT {2}\d{10}/);
  });

  test('xyz create, xyz list', async () => {
    const shown = await here(['xyz', 'create', '-t', 'Made by the CLI', '-d', 'a description']);
    space = /xyzspace '(\w+)' created successfully/.exec(shown)?.[1] ?? '';
    assert.match(await here(['xyz', 'list']), new RegExp(`${space} +Made by the CLI +a description`));
    assert.match(
      await here(['xyz', 'list', '-p', 'title', '-p', 'id']),
      new RegExp(`Made by the CLI +${space}`),
    );
    assert.match(await here(['xyz', 'list', '-r']), new RegExp(`"id": "${space}"`));
  });

  test('xyz upload: GeoJSON, CSV, shapefile', async () => {
    const geojson = file('places.geojson', JSON.stringify(places));
    assert.match(await here(['xyz', 'upload', space, '-f', geojson]), /Total 2 features/);
    const csv = file('cities.csv', 'name,latitude,longitude\nKöln,50.94,6.96\nBonn,50.73,7.1\n');
    assert.match(await here(['xyz', 'upload', space, '-f', csv, '-t', 'towns']), /Total 2 features/);
    for (const [ending, bytes] of Object.entries(
      shapefile([
        [8, 50],
        [9, 51],
        [10, 52],
      ]),
    ))
      file(`shape.${ending}`, bytes);
    assert.match(await here(['xyz', 'upload', space, '-f', join(home, 'shape.shp')]), /Total 3 features/);
    assert.deepEqual(await tags(), { places: 2, cities: 2, towns: 2, shape: 3 });
    // The same file again: its ids are made from what is in it.
    await here(['xyz', 'upload', space, '-f', geojson]);
    assert.equal((await tags()).places, 2);
  });

  test('xyz upload: fields, delimiter, quote, chunks, ids and tags of properties', async () => {
    await hub.post('/hub/spaces', { id: 'uploads', title: 'Uploads' });
    const upload = (name: string, content: string, flags: string) =>
      here(['xyz', 'upload', 'uploads', '-f', file(name, content), ...flags.split(' ')]);
    const read = async (query: string) =>
      (await hub.get<FeatureCollection>(`/hub/spaces/uploads/search?${query}`)).body.features;
    const csv = "key;kind;e;n;up\n'a;b';lake;8;47;400\nc;peak;9;46;4000\n";
    await upload('fields.csv', csv, "-x e -y n -z up -d ; -q ' -c 1 -i key -o -p kind -e");
    const [lake] = await read('tags=kind@lake');
    assert.deepEqual([lake!.id, lake!.geometry], ['a;b', { type: 'Point', coordinates: [8, 47, 400] }]);
  });

  test('xyz upload: as a stream, from its standard input, with fields that are chosen from a list', async () => {
    const id = 'other-uploads';
    await hub.post('/hub/spaces', { id, title: 'Other uploads' });
    const found = async (tags: string) =>
      (await hub.get<FeatureCollection>(`/hub/spaces/${id}/search?tags=${tags}`)).body.features.map(
        ({ properties }) => properties.name,
      );
    const geojson = join(home, 'places.geojson');
    const streamed = await here(['xyz', 'upload', id, '-f', geojson, '-s', '-t', 'streamed']);
    assert.match(streamed, /uploaded feature count :2, failed feature count :0/);
    assert.deepEqual(await found('streamed'), ['A', 'B']);
    const csv = file('height.csv', 'name,latitude,longitude,height\nKöln,50.94,6.96,53\n');
    const flags = ['-x', 'longitude', '-y', 'latitude', '-z', 'height', '-t', 'rows'];
    assert.match(
      await here(['xyz', 'upload', id, '-f', csv, '-s', ...flags]),
      /feature count :1, failed .*:0/,
    );
    assert.deepEqual(await found('rows'), ['Köln']);
    const piped = await here(['xyz', 'upload', id, '-t', 'piped'], JSON.stringify(places));
    assert.match(piped, /Total 2 features/);
    assert.deepEqual(await found('piped'), ['A', 'B']);
    await here(
      ['xyz', 'upload', id, '-f', geojson, '-a'],
      [
        [/added as tags/, ' \r'],
        [/used as Id/, ' \r'],
      ],
    );
    assert.deepEqual(await found('name@a'), ['A']);
    assert.equal((await hub.get(`/hub/spaces/${id}/features/B`)).status, 200);
    // 1.0.1 recognises no notation of a point in one column; whatever it makes of it, nothing else is written.
    const point = file('point.csv', 'name,where\nBonn,"50.73,7.1"\n');
    const made = await here(['transform', 'csv2geo', point, '-w', 'where', '-z', 'height']);
    assert.deepEqual(JSON.parse(made.slice(made.indexOf('{'))).features, [], made);
    const high = await here([
      'transform',
      'csv2geo',
      csv,
      '-x',
      'longitude',
      '-y',
      'latitude',
      '-z',
      'height',
    ]);
    const [koeln] = JSON.parse(high.slice(high.indexOf('{'))).features;
    assert.deepEqual(koeln.geometry.coordinates, [6.96, 50.94, 53]);
    // It takes `-o` and asks for everything all the same.
    const described = await here(['xyz', 'describe', id, '-l', '10', '-o', '1', '-t', 'rows,piped']);
    assert.match(described, /Total 3 features/);
    const analyzed = await here(
      ['xyz', 'analyze', id, '-l', '2', '-o', '1', '-t', 'rows'],
      [[/Select the properties/, ' \r']],
    );
    assert.match(analyzed, /name +Köln +1/);
  });

  test('xyz upload without a space: into one that it makes', async () => {
    const shown = await here(
      ['xyz', 'upload', '-f', join(home, 'places.geojson')],
      [
        [/title/i, 'Of a file\n'],
        [/description/i, 'made on the way\n'],
      ],
    );
    const [, made] = /xyzspace '(\w+)' created successfully/.exec(shown) ?? [];
    const { body } = await hub.get<{ title: string; description: string }>(`/hub/spaces/${made}`);
    assert.deepEqual([body.title, body.description], ['Of a file', 'made on the way'], shown);
    assert.equal((await hub.get<{ count: number }>(`/hub/spaces/${made}/count`)).body.count, 2);
  });

  test('transform: CSV and shapefiles to GeoJSON, which the hub takes', async () => {
    for (const [command, name, count] of [
      ['csv2geo', 'cities.csv', 2],
      ['shp2geo', 'shape.shp', 3],
    ] as const) {
      const flags = command === 'csv2geo' ? ['-x', 'longitude', '-y', 'latitude', '-d', ',', '-q', '"'] : [];
      const shown = await here(['transform', command, join(home, name), ...flags]);
      const collection = JSON.parse(shown.slice(shown.indexOf('{'), shown.lastIndexOf('}') + 1));
      assert.equal(collection.features.length, count, shown);
      await hub.post('/hub/spaces', { id: command, title: command });
      assert.equal((await hub.put(`/hub/spaces/${command}/features`, collection)).status, 200);
    }
  });

  test('xyz show: as a table, raw, by tags, by a property', async () => {
    assert.equal((await here(['xyz', 'show', space])).match(/ Point /g)?.length, 7);
    assert.equal((await here(['xyz', 'show', space, '-t', 'towns'])).match(/ Point /g)?.length, 2);
    assert.equal((await here(['xyz', 'show', space, '-s', 'p.name=A'])).match(/ Point /g)?.length, 1);
    assert.match(await here(['xyz', 'show', space, '-r', '-l', '1']), /"@ns:com:here:xyz": \{\s+"space"/);
    const behind = await here(['xyz', 'show', space, '-l', '2', '-o', '1', '-p', 'p.name', '-r']);
    const { features } = JSON.parse(behind.slice(behind.indexOf('{'), behind.lastIndexOf('}') + 1));
    const names = features.map(({ properties }: { properties: { name: string; n?: number } }) => properties);
    assert.deepEqual(
      names.map(({ name, n }: { name: string; n?: number }) => [name, n]),
      [
        ['B', undefined],
        ['Köln', undefined],
      ],
    );
  });

  test('xyz describe, xyz analyze', async () => {
    const described = await here(['xyz', 'describe', space, '-l', '100', '-p', hub.token]);
    assert.match(described, /Total 7 features/);
    assert.match(described, /towns +2/);
    const flags = ['-t', 'towns', '-l', '100', '-p', hub.token];
    const analyzed = await here(['xyz', 'analyze', space, ...flags], [[/Select the properties/, ' \r']]);
    assert.match(analyzed, /name +Köln +1/);
  });

  test('xyz hexbin: into a space of their own', async () => {
    const flags = ['-c', '100000', '-i', '-p', 'name', '-l', '50', '-r', hub.token, '-w', hub.token];
    const shown = await here(['xyz', 'hexbin', space, ...flags]);
    const [, target] = /hexbins written to space (\w+) from points/.exec(shown) ?? [];
    const { body } = await hub.get<FeatureCollection>(`/hub/spaces/${target}/search?tags=hexbin`);
    const total = ({ features }: FeatureCollection) =>
      features.reduce((sum, { properties }) => sum + Number(properties.count), 0);
    assert.equal(total(body), 7);
    const ids = body.features.flatMap(({ properties }) => properties.ids as string[]);
    assert.equal(new Set(ids).size, 7);
    // Only the towns, in cells of two zooms, into the same space.
    await here(['xyz', 'hexbin', space, '-z', '4-5', '-t', 'towns', '-b', '6,50,8,52']);
    for (const zoom of [4, 5]) {
      const cells = await hub.get<FeatureCollection>(`/hub/spaces/${target}/search?tags=zoom${zoom}_hexbin`);
      assert.equal(total(cells.body), 2);
    }
  });

  test('xyz virtualize: two spaces as one', async () => {
    const other = 'for-the-group';
    await hub.post('/hub/spaces', { id: other, title: 'Other' });
    await hub.put(`/hub/spaces/${other}/features/x`, { properties: {} });
    const shown = await here(['xyz', 'virtualize', '-t', 'Both', '-g', `${space},${other}`]);
    const [, both] = /xyzspace '(\w+)' created successfully/.exec(shown) ?? [];
    const { body } = await hub.get<{ count: number }>(`/hub/spaces/${both}/count`);
    assert.equal(body.count, 8, shown);
    await hub.delete(`/hub/spaces/${both}`);
    const merged = await here(['xyz', 'virtualize', '-a', `${space},${other}`, '-t', 'One', '-d', 'of two']);
    const [, one] = /xyzspace '(\w+)' created successfully/.exec(merged) ?? [];
    const found = await hub.get<{ description: string; storage: { params: object } }>(`/hub/spaces/${one}`);
    assert.equal(found.body.description, 'of two', merged);
    assert.deepEqual(found.body.storage.params, { virtualspace: { merge: [space, other] } });
    await hub.delete(`/hub/spaces/${one}`);
  });

  test('xyz config: shows, changes, shares, counts', async () => {
    assert.match(await here(['xyz', 'config', space]), /title +Made by the CLI/);
    assert.match(await here(['xyz', 'config', space, '-r']), /title: 'Made by the CLI'/);
    const changed = ['-t', 'Renamed', '-d', 'other', '-c', 'Example authority'];
    assert.match(await here(['xyz', 'config', space, ...changed]), /updated successfully/);
    assert.match(await here(['xyz', 'config', space, '--shared', 'true']), /updated successfully/);
    assert.match(await here(['xyz', 'config', space, '--stats']), /name +4 +string +true/);
    const { body } = await hub.get<Record<string, unknown>>(`/hub/spaces/${space}`);
    assert.deepEqual([body.title, body.description, body.shared], ['Renamed', 'other', true]);
    assert.deepEqual(body.copyright, [{ label: 'Example authority' }]);
  });

  test('xyz config --schema: from a file, and by its address on the hub', async () => {
    const requires = (name: string) => ({ properties: { properties: { required: [name] } } });
    const refused = async (name: string) => {
      const { status, text } = await hub.put(`/hub/spaces/${space}/features/x`, { properties: {} });
      assert.equal(status, 400, text);
      assert.match(text, new RegExp(`required property .*${name}`));
    };
    const local = file('schema.json', JSON.stringify(requires('depth')));
    assert.match(await here(['xyz', 'config', space, '--schema', local]), /updated successfully/);
    await refused('depth');
    const made = await here(['xyz', 'create', '-t', 'Checked', '-s', local]);
    const [, checked] = /xyzspace '(\w+)' created successfully/.exec(made) ?? [];
    assert.equal((await hub.put(`/hub/spaces/${checked}/features/x`, { properties: {} })).status, 400, made);
    await hub.post('/hub/spaces', { id: 'schemas', title: 'Schemas' });
    await hub.put('/hub/spaces/schemas/features/s', { properties: { schema: requires('width') } });
    const address = '/hub/spaces/schemas/features/s#/properties/schema';
    await hub.patch(`/hub/spaces/${space}`, { processors: null });
    const shown = await here(['xyz', 'config', space, '--schema', `https://xyz.api.here.com${address}`]);
    assert.match(shown, /updated successfully/);
    await refused('width');
    await hub.patch(`/hub/spaces/${space}`, { processors: null });
  });

  test('xyz clear, xyz delete', async () => {
    const { body } = await hub.get<FeatureCollection>(`/hub/spaces/${space}/search?tags=shape`);
    const one = String(body.features[0]!.id);
    assert.match(await here(['xyz', 'clear', space, '-i', one, '--force']), /cleared successfully/);
    assert.equal((await tags()).shape, 2);
    assert.match(await here(['xyz', 'clear', space, '-t', 'towns', '--force']), /cleared successfully/);
    assert.deepEqual(await tags(), { places: 2, shape: 2 });
    assert.match(await here(['xyz', 'clear', space, '--force']), /cleared successfully/);
    assert.deepEqual(await tags(), {});
    assert.match(await here(['xyz', 'delete', space, '--force']), /deleted successfully/);
    assert.equal((await hub.get(`/hub/spaces/${space}`)).status, 404);
  });
});
