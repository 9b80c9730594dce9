import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  idsOf,
  withoutNamespace,
} from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing } from './harness/refusal.ts';
import { newSpace, type SpaceDefinition } from './harness/space.ts';
import { readVectorTile } from './harness/vector-tile.ts';

interface Caller {
  name: string;
  query: string;
  headers: Record<string, string>;
}
const CALLERS: Record<string, Caller> = {
  anybody: { name: 'anybody', query: '', headers: {} },
  python: { name: 'clientId=dhpy', query: 'clientId=dhpy', headers: {} },
  cli: { name: 'App-Name: HereCLI', query: '', headers: { 'app-name': 'HereCLI' } },
  oldCli: { name: 'clientId=cli', query: 'clientId=cli', headers: {} },
  requests: {
    name: 'User-Agent: python-requests',
    query: '',
    headers: { 'user-agent': 'python-requests/2.31.0' },
  },
  other: {
    name: 'clientId=other',
    query: 'clientId=other',
    headers: { 'app-name': 'Other', 'user-agent': 'QGIS' },
  },
};

/** setting, caller, dialect that is spoken */
const CASES: [string | undefined, Caller, 'spec' | 'datahub'][] = [
  [undefined, CALLERS.anybody!, 'spec'],
  [undefined, CALLERS.python!, 'datahub'],
  [undefined, CALLERS.cli!, 'datahub'],
  [undefined, CALLERS.oldCli!, 'datahub'],
  // Only on the project and token interfaces does this header tell the old client.
  [undefined, CALLERS.requests!, 'spec'],
  [undefined, CALLERS.other!, 'spec'],
  ['auto', CALLERS.anybody!, 'spec'],
  ['auto', CALLERS.python!, 'datahub'],
  ['spec', CALLERS.anybody!, 'spec'],
  ['spec', CALLERS.python!, 'spec'],
  ['spec', CALLERS.cli!, 'spec'],
  ['datahub', CALLERS.anybody!, 'datahub'],
  ['datahub', CALLERS.other!, 'datahub'],
];

const EXACT = {
  type: 'LineString',
  coordinates: [
    [1.123456789012, 2],
    [3, 4, 5.123456789012],
  ],
};
const ROUNDED = {
  type: 'LineString',
  coordinates: [
    [1.12345679, 2, 0],
    [3, 4, 5.12345679],
  ],
};
const NESTED = {
  type: 'GeometryCollection',
  geometries: [
    { type: 'Point', coordinates: [1, 2] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  ],
};
const NESTED_3D = {
  type: 'GeometryCollection',
  geometries: [
    { type: 'Point', coordinates: [1, 2, 0] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 1, 0],
          [0, 0, 0],
        ],
      ],
    },
  ],
};
const FLAT = {
  type: 'LineString',
  coordinates: [
    [1.5, 2],
    [3, 4],
  ],
};

for (const setting of [undefined, 'auto', 'spec', 'datahub']) {
  describe(`MERIDIAN_DIALECT ${setting ?? 'not set'}`, async () => {
    const hub = await startHub({ settings: { MERIDIAN_DIALECT: setting } });

    test('the keys of flattened vector tiles, for all callers of the server alike', async () => {
      const space = await newSpace(hub);
      const properties = { name: 'x', id: 'own', o: { k: { l: 1 } } };
      await space.load(feature('a', properties, { geometry: { type: 'Point', coordinates: [1, 1] } }));
      for (const query of ['', 'clientId=dhpy']) {
        const { bytes } = await hub.get(
          `${space.path}/tile/web/0/0/0.mvtf?${query}&selection=p.name,p.id,p.o`,
        );
        const drawn = readVectorTile(bytes)[0]!.features[0]!.properties;
        const expected =
          setting === 'datahub'
            ? { id: 'a', 'properties.name': 'x', 'properties.id': 'own', 'properties.o.k.l': 1 }
            : { id: 'a', name: 'x', 'o.k.l': 1 };
        assert.deepEqual(drawn, expected);
        const json = await hub.get(`${space.path}/tile/web/0/0/0.mvt?${query}&selection=p.name`);
        assert.deepEqual(readVectorTile(json.bytes)[0]!.features[0]!.properties, { id: 'a', name: 'x' });
      }
    });

    for (const [, { name, query, headers }, dialect] of CASES.filter(([value]) => value === setting)) {
      describe(`${name} is spoken to in ${dialect}`, () => {
        const ask = { headers };

        test('PUT features/ with one Feature', async () => {
          const space = await newSpace(hub);
          const response = await hub.put<Feature | FeatureCollection>(
            `${space.features}/?${query}`,
            feature('a'),
            ask,
          );
          assert.equal(response.status, 200, response.text);
          if (dialect === 'spec') {
            assert.deepEqual(withoutNamespace(response.body as Feature), feature('a'));
          } else {
            assert.equal(response.body.type, 'FeatureCollection');
            assert.deepEqual((response.body as FeatureCollection).features.map(withoutNamespace), [
              feature('a'),
            ]);
          }
        });

        test('PUT features/ with a FeatureCollection is PUT features', async () => {
          const space = await newSpace(hub);
          const response = await hub.put<FeatureCollection>(
            `${space.features}/?${query}`,
            collection(feature('a')),
            ask,
          );
          assert.deepEqual(idsOf(response.body), ['a']);
        });

        test('PUT features/{id} answers the Feature', async () => {
          const space = await newSpace(hub);
          const response = await hub.put<Feature>(`${space.features}/a?${query}`, feature('a'), ask);
          assert.equal(response.body.type, 'Feature');
        });

        test('coordinates', async () => {
          const space = await newSpace(hub);
          const sent = [
            feature('line', {}, { geometry: EXACT }),
            feature('nested', {}, { geometry: NESTED }),
            feature('none', {}, { geometry: null }),
          ];
          const written = await hub.put<FeatureCollection>(
            `${space.features}?${query}`,
            collection(...sent),
            ask,
          );
          const geometries = (features: Feature[]) => features.map(({ geometry }) => geometry ?? null);
          assert.deepEqual(
            geometries(written.body.features),
            [EXACT, NESTED, null],
            'a write answers what was sent',
          );
          const expected = dialect === 'spec' ? [EXACT, NESTED, null] : [ROUNDED, NESTED_3D, null];
          for (const read of [
            `${space.path}/search?${query}`,
            `${space.path}/iterate?${query}`,
            `${space.features}?id=line,nested,none&${query}`,
          ]) {
            const response = await hub.get<FeatureCollection>(read, ask);
            assert.deepEqual(geometries(response.body.features), expected, read);
          }
          const one = await hub.get<Feature>(`${space.features}/line?${query}`, ask);
          assert.deepEqual(one.body.geometry, expected[0]);
        });

        test('coordinates of changesets', async () => {
          const space = await newSpace(hub, { enableHistory: true });
          await space.load(feature('line', {}, { geometry: EXACT }));
          type Changeset = { inserted: FeatureCollection };
          const expected = dialect === 'spec' ? EXACT : ROUNDED;
          const one = await hub.get<Changeset>(`${space.path}/changesets/1?${query}`, ask);
          assert.deepEqual(one.body.inserted.features[0]!.geometry, expected);
          const list = await hub.get<{ versions: Record<string, Changeset> }>(
            `${space.path}/changesets?${query}`,
            ask,
          );
          assert.deepEqual(list.body.versions[1]!.inserted.features[0]!.geometry, expected);
        });

        test('force2D', async () => {
          const space = await newSpace(hub);
          await space.load(feature('a', {}, { geometry: FLAT }));
          const response = await hub.get<Feature>(`${space.features}/a?force2D=true&${query}`, ask);
          assert.deepEqual(response.body.geometry, FLAT);
        });

        test('DELETE of a space with Accept: application/json', async () => {
          const space = await newSpace(hub, { title: 'going' });
          const response = await hub.delete<SpaceDefinition>(`${space.path}?${query}`, {
            headers: { ...headers, accept: 'application/json' },
          });
          if (dialect === 'spec') {
            assert.equal(response.status, 204);
            assert.equal(response.bytes.length, 0);
          } else {
            assert.equal(response.status, 200);
            assert.deepEqual(response.body, space.created);
          }
          assertMissing(await hub.get(space.path));
        });

        test('DELETE of a space otherwise', async () => {
          const space = await newSpace(hub);
          const response = await hub.delete(`${space.path}?${query}`, {
            headers: { ...headers, accept: '*/*' },
          });
          assert.equal(response.status, 204);
        });
      });
    }
  });
}
