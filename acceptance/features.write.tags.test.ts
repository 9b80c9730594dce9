import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  NAMESPACE,
  namespaceOf,
  tagged,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await sharedHub();

const tagsOf = async (space: Space, id = 'a') => namespaceOf(await space.read(id)).tags;

const NORMALISED: [string, string][] = [
  ['plain', 'plain'],
  ['UPPER', 'upper'],
  ['Été', 'ete'],
  ['e\u0301te\u0301', 'ete'],
  ['Ångström', 'angstrom'],
  ['Straße', 'straße'],
  ['Москва', 'москва'],
  ['Αθήνα', 'αθηνα'],
  ['東京', '東京'],
  ['with blank', 'with blank'],
  ['@Été', '@Été'],
  ['@UPPER', '@UPPER'],
  ['~Été', '~Ete'],
  ['~UPPER', '~UPPER'],
  ['ref_AbC', 'ref_AbC'],
  ['Ref_AbC', 'ref_abc'],
  ['sourceID_AbC', 'sourceID_AbC'],
  ['sourceid_AbC', 'sourceid_abc'],
  ['a@B', 'a@b'],
  ['c++', 'c++'],
];

describe('tags are normalised wherever they enter', () => {
  for (const [sent, stored] of NORMALISED) {
    test(`${sent} becomes ${stored}`, async () => {
      const encoded = encodeURIComponent(sent);
      const space = await newSpace(hub);
      await space.load(tagged('a', sent));
      assert.deepEqual(await tagsOf(space), [stored], 'in a feature');
      assert.deepEqual(await space.search(`tags=${encoded}`), ['a'], 'in a filter');
      await hub.put(`${space.features}?addTags=${encoded}`, feature('b'));
      assert.deepEqual(await tagsOf(space, 'b'), [stored], 'in addTags');
      await hub.put(`${space.features}?removeTags=${encoded}`, feature('b'));
      assert.deepEqual(await tagsOf(space, 'b'), [], 'in removeTags');
    });
  }

  test('duplicates collapse, the first one keeps its position', async () => {
    const space = await newSpace(hub);
    await space.load(tagged('a', 'One', 'two', 'one', 'ONÉ', 'two'));
    assert.deepEqual(await tagsOf(space), ['one', 'two']);
  });

  for (const tags of [['a,b'], ['ok', ''], 'text', [5], [null], {}, 5]) {
    test(`${JSON.stringify(tags)} is refused`, async () => {
      const space = await newSpace(hub);
      assertRefused(
        await hub.put(space.features, feature('odd', { [NAMESPACE]: { tags } })),
        400,
        'odd',
        'tag',
      );
      assertRefused(
        await hub.put(`${space.features}/odd`, feature('odd', { [NAMESPACE]: { tags } })),
        400,
        'tag',
      );
    });
  }
});

describe('addTags and removeTags', () => {
  /** stored tags, tags of the input (null: none sent), query, resulting tags */
  const CASES: [string[], string[] | null, string, string[]][] = [
    [['x'], null, 'addTags=n', ['x', 'n']],
    [['x'], null, 'addTags=x', ['x']],
    [['x', 'y'], null, 'removeTags=x', ['y']],
    [['x', 'y'], null, 'removeTags=none', ['x', 'y']],
    [['x', 'y'], null, 'addTags=n&removeTags=x', ['y', 'n']],
    [['x'], null, 'addTags=n&removeTags=n', ['x']],
    [['x'], ['i'], 'addTags=n', ['i', 'n']],
    [['x'], ['i', 'j'], 'removeTags=i', ['j']],
    [['x'], [], 'addTags=n', ['n']],
    [['x'], [], 'removeTags=n', []],
    [['x'], null, 'addTags=n,m', ['x', 'n', 'm']],
    [['x'], null, 'addTags=n%2Cm', ['x', 'n', 'm']],
    [['x'], null, 'addTags=n&addTags=m', ['x', 'n', 'm']],
    [['x', 'y', 'z'], null, 'removeTags=x,y', ['z']],
    [['x', 'y', 'z'], null, 'removeTags=x%2Cy', ['z']],
    [['x', 'y', 'z'], null, 'removeTags=x&removeTags=y', ['z']],
    [['x'], null, 'addTags=two+words', ['x', 'two words']],
  ];
  const WAYS: [
    string,
    (space: Space, query: string, body: object) => Promise<{ status: number; text: string }>,
  ][] = [
    ['PUT features', (space, query, body) => hub.put(`${space.features}?${query}`, collection(body))],
    ['POST features', (space, query, body) => hub.post(`${space.features}?${query}`, collection(body))],
    [
      'POST e=replace',
      (space, query, body) => hub.post(`${space.features}?e=replace&${query}`, collection(body)),
    ],
    ['PUT features/a', (space, query, body) => hub.put(`${space.features}/a?${query}`, body)],
    ['PUT features/', (space, query, body) => hub.put(`${space.features}/?${query}`, body)],
    ['PATCH features/a', (space, query, body) => hub.patch(`${space.features}/a?${query}`, body)],
  ];
  for (const [way, write] of WAYS) {
    for (const [stored, sent, query, expected] of CASES) {
      test(`${way}?${query}: stored ${stored}, sent ${sent === null ? 'none' : `[${sent}]`}, then [${expected}]`, async () => {
        const space = await newSpace(hub);
        await space.load(tagged('a', ...stored));
        const response = await write(space, query, sent === null ? feature('a') : tagged('a', ...sent));
        assert.equal(response.status, 200, response.text);
        assert.deepEqual((await tagsOf(space)).sort(), expected.toSorted());
      });
    }
  }

  test('apply to features that are created', async () => {
    const space = await newSpace(hub);
    const response = await hub.post<FeatureCollection>(
      `${space.features}?addTags=n&removeTags=x`,
      collection(feature('a'), tagged('b', 'x', 'y')),
    );
    assert.deepEqual(
      response.body.features.map((written) => namespaceOf(written).tags.sort()),
      [['n'], ['n', 'y']],
    );
  });

  test('that add nothing new leave the feature unchanged', async () => {
    const space = await newSpace(hub);
    const first = (await space.load(tagged('a', 'x'))).features[0];
    const response = await hub.put<Feature>(`${space.features}/a?addTags=x`, feature('a'));
    assert.deepEqual(response.body, first);
  });
});
