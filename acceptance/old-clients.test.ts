import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type NewToken, signIn } from './harness/account.ts';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';
import { readVectorTile } from './harness/vector-tile.ts';

/** What newer versions of the old service's clients send than can be installed here, request by request. */
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

describe('HERE CLI 1.9', () => {
  const MAKE = '/token-api/tokens?tokenType=PERMANENT';

  test('finds an app that no plan limits', async () => {
    const admin = await signIn(hub);
    const { body } = await admin.request<{ email: string; apps: Record<string, Record<string, unknown>> }>(
      'GET',
      '/account-api/accounts/me?clientId=cli',
    );
    assert.equal(body.email, ADMIN_EMAIL);
    const apps = Object.entries(body.apps);
    assert.ok(apps.length > 0);
    for (const [cid, app] of apps) {
      assert.deepEqual([app.cid, app.plan, app.blocked], [cid, { internal: true }, false]);
      assert.equal(typeof app.dsAppName, 'string');
    }
  });

  test('can use the id of the token that it makes in its session', async () => {
    const cli = await signIn(hub);
    await cli.request('GET', '/account-api/accounts/me?clientId=cli');
    const { status, body } = await cli.request<NewToken>('POST', MAKE, { body: { urm: {} } });
    assert.equal(status, 200);
    const list = await hub.get('/hub/spaces/?clientId=cli', { token: body.tid });
    assert.equal(list.status, 200, list.text);
  });

  test('does not change what other sessions of the same account get', async () => {
    const [cli, browser] = [await signIn(hub), await signIn(hub)];
    await cli.request('GET', '/account-api/accounts/me?clientId=cli');
    const { body } = await browser.request<NewToken>('POST', MAKE, { body: { urm: {} } });
    assert.notEqual(body.tid, body.token);
    assert.equal((await hub.get('/hub/spaces', { token: body.tid })).status, 401);
    const studio = await cli.request<NewToken>('POST', `${MAKE}&clientId=studio`, { body: { urm: {} } });
    assert.notEqual(studio.body.tid, studio.body.token, 'another client in the same session');
  });

  for (const path of ['/account-api/sharingRequest', '/account-api/sharingApproval'])
    test(`reads ${path}, where nobody waits for anything`, async () => {
      const admin = await signIn(hub);
      const { status, body } = await admin.request('GET', path);
      assert.deepEqual([status, body], [200, []]);
      assert.equal((await hub.get(path, { token: null })).status, 401);
    });

  test('finds the schema of a space at its schemaUrl', async () => {
    type Definition = { processors: { 'schema-validator': { params: Record<string, unknown> }[] } };
    const schema = { properties: { properties: { required: ['depth'] } } };
    const validator = (params: object) => ({ processors: { 'schema-validator': [{ params }] } });
    const space = await newSpace(hub, validator({ schema }));
    const read = async (path: string) =>
      (await hub.get<Definition>(path)).body.processors['schema-validator'][0]!.params;
    const shown = await read(space.path);
    const address = `${space.path}#/processors/schema-validator/0/params/schema`;
    assert.deepEqual(shown, { schema, schemaUrl: address });
    const back = await hub.patch(space.path, validator(shown));
    assert.equal(back.status, 200, back.text);
    assert.deepEqual(await read(space.path), shown);
    const other = await newSpace(hub, validator({ schemaUrl: address }));
    assert.deepEqual(await read(other.path), { schema: address, schemaUrl: address });
    assertRefused(await hub.put(`${other.features}/x`, { properties: {} }), 400, 'depth');
  });
});

describe('tweaks', async () => {
  const space = await newSpace(hub);
  const all = Array.from({ length: 2000 }, (_, n) =>
    feature(`f${n}`, { n }, { geometry: { type: 'Point', coordinates: [n / 100, n / 100] } }),
  );
  await space.load(...all);
  const BOX = 'bbox?west=-1&south=-1&east=60&north=60&';
  const TILE = 'tile/web/0_0_0?';
  const read = async (path: string) => {
    const { status, body, text } = await hub.get<FeatureCollection & { partial?: true }>(
      `${space.path}/${path}`,
    );
    assert.equal(status, 200, text);
    return body;
  };

  for (const area of [BOX, TILE])
    test(`sampling thins what ${area} finds, the same way every time`, async () => {
      const counts: number[] = [];
      for (const [strength, fraction] of [
        ['low', 1 / 8],
        ['lowmed', 1 / 32],
        ['med', 1 / 128],
      ] as const) {
        const found = await read(`${area}tweaks=sampling&tweaks.strength=${strength}`);
        assert.equal(found.partial, true);
        const count = found.features.length;
        assert.ok(count > 2000 * fraction * 0.5 && count < 2000 * fraction * 2, `${strength}: ${count}`);
        const again = await read(`${area}tweaks=sampling&tweaks.strength=${strength}&skipCache=true`);
        assert.deepEqual(idsOf(again), idsOf(found));
        counts.push(count);
      }
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => b - a),
      );
    });

  test('sampling thins vector tiles and virtual spaces too', async () => {
    const draw = async (query: string) => {
      const { bytes } = await hub.get(`${space.path}/tile/web/0/0/0.mvt?${query}`);
      return readVectorTile(bytes)[0]!.features.length;
    };
    assert.equal(await draw(''), 2000);
    const sampled = await draw('tweaks=sampling&tweaks.strength=low');
    assert.equal(sampled, (await read(`${TILE}tweaks=sampling&tweaks.strength=low`)).features.length);
    const virtual = await newSpace(hub, {
      storage: { id: 'virtualspace', params: { virtualspace: { group: [space.id] } } },
    });
    const { body } = await hub.get<FeatureCollection>(
      `${virtual.path}/${BOX}tweaks=sampling&tweaks.strength=low`,
    );
    assert.equal(body.features.length, sampled);
  });

  test('simplification is mode=viz on tiles', async () => {
    const shown = await read(`${TILE}tweaks=simplification&tweaks.strength=low`);
    assert.deepEqual(shown, await read(`${TILE}mode=viz`));
  });

  test('ensure is mode=auto on vector tiles, where that is possible', async () => {
    const tile = async (query: string, end = 'mvt') =>
      (await hub.get(`${space.path}/tile/web/0/0/0.${end}?${query}`)).bytes;
    assert.deepEqual(await tile('tweaks=ensure&tileBytes=20000'), await tile('mode=auto&tileBytes=20000'));
    assert.notDeepEqual(await tile('tweaks=ensure&tileBytes=20000'), await tile(''));
    assert.deepEqual(await tile('tweaks=ensure&clip=false'), await tile('clip=false'));
    assert.deepEqual(await read(`${TILE}tweaks=ensure&limit=5`), await read(`${TILE}limit=5`));
  });

  for (const tweak of ['ensure', 'something'])
    test(`${tweak} changes nothing`, async () =>
      assert.deepEqual(await read(`${BOX}tweaks=${tweak}&limit=5`), await read(`${BOX}limit=5`)));

  test('refuses a strength that there is not', async () =>
    assertRefused(
      await hub.get(`${space.path}/${BOX}tweaks=sampling&tweaks.strength=most`),
      400,
      'tweaks.strength',
      'lowmed',
    ));
});

describe('a negative radius', async () => {
  const space = await newSpace(hub);
  const point = (id: string, lon: number, lat = 50) =>
    feature(id, {}, { geometry: { type: 'Point', coordinates: [lon, lat] } });
  const ring = [
    [10, 49],
    [12, 49],
    [12, 51],
    [10, 51],
    [10, 49],
  ];
  const square = { type: 'Polygon', coordinates: [ring] };
  // A degree of longitude has 71.7 km at 50° N.
  await space.load(
    point('inside', 11),
    point('edge', 10.05),
    point('out', 9.9),
    feature('square', {}, { geometry: square }),
  );
  const post = (radius: number, body: unknown, more = '') =>
    hub.post<FeatureCollection>(`${space.path}/spatial?radius=${radius}${more}`, body);

  const FOUND: [radius: number, ids: string[]][] = [
    [0, ['inside', 'edge', 'square']],
    [-3000, ['inside', 'edge', 'square']],
    [-5000, ['inside', 'square']],
    [-80000, []],
  ];
  for (const [radius, ids] of FOUND)
    test(`of ${radius} m finds what lies that far inside`, async () => {
      const { status, body, text } = await post(radius, square);
      assert.equal(status, 200, text);
      assert.deepEqual(idsOf(body), ids);
      const reference = `refSpaceId=${space.id}&refFeatureId=square&radius=${radius}`;
      assert.deepEqual(
        idsOf((await hub.get<FeatureCollection>(`${space.path}/spatial?${reference}`)).body),
        ids,
      );
    });

  test('clips to what is left', async () => {
    const { body } = await post(-5000, square, '&clip=true');
    const cut = body.features.find(({ id }) => id === 'square')!;
    const longitudes = (cut.geometry as { coordinates: number[][][] }).coordinates[0]!.map(([lon]) => lon!);
    assert.ok(
      Math.min(...longitudes) > 10.06 && Math.min(...longitudes) < 10.08,
      String(Math.min(...longitudes)),
    );
  });

  test('is refused for what has no inside', async () => {
    assertRefused(await post(-1, { type: 'Point', coordinates: [1, 1] }), 400, 'radius', 'Point', '-1');
    assertRefused(await post(-1, { type: 'LineString', coordinates: ring }), 400, 'radius', 'LineString');
    assertRefused(await hub.get(`${space.path}/spatial?lat=1&lon=1&radius=-1`), 400, 'radius must be');
  });
});

test('mode=viz shows polygons that cover a unit of its grid', async () => {
  const space = await newSpace(hub);
  const ring = [
    [-77.1, 38.9],
    [-77.0999, 38.9],
    [-77.0999, 38.9001],
    [-77.1, 38.9001],
    [-77.1, 38.9],
  ];
  await space.load(feature('house', {}, { geometry: { type: 'Polygon', coordinates: [ring] } }));
  const shown = async (tile: string) => {
    const { body } = await hub.get<FeatureCollection>(
      `${space.path}/tile/web/${tile}?mode=viz&vizSampling=off`,
    );
    return body.features.map(
      ({ geometry }) => (geometry as { coordinates: unknown[][] }).coordinates[0]!.length,
    );
  };
  assert.deepEqual(await shown('11_585_783'), [5]);
  assert.deepEqual(await shown('10_292_391'), [], 'a quarter of a unit there');
});
