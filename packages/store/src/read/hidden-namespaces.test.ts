import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Feature } from '../model/feature/feature.ts';
import { writeFeatureText } from '../model/feature/feature-text.ts';
import { StoredFeature } from '../model/query/match.ts';
import { showFeature } from '../model/query/view.ts';
import { encode } from './feature-sink.ts';
import { withoutNamespaces } from './hidden-namespaces.ts';

const stored = (feature: Partial<Feature>) =>
  writeFeatureText(
    { id: 'x', geometry: null, properties: {}, tags: [], foreign: {}, ...feature },
    { space: 's "tags":[', createdAt: 1, updatedAt: 2, revision: { version: 3 } },
  );

describe('joined texts lose their namespaces', () => {
  const CASES: [what: string, features: Partial<Feature>[]][] = [
    ['where it is the only property', [{}]],
    [
      'where it is the last of several',
      [{ properties: { a: 1, b: 'ü' } }, { id: 'y', properties: { c: 2 } }],
    ],
    ['with tags', [{ tags: ['a', 'b"]}}', '\\', ']}'] }, { tags: ['"@ns:com:here:xyz":{'] }]],
    ['beside texts that look like it', [{ properties: { a: '"@ns:com:here:xyz":{"tags":[]}}' } }]],
    ['before other members', [{ foreign: { tags: [1, 2], more: {} } }, {}]],
  ];
  for (const [what, features] of CASES)
    test(what, () => {
      const texts = features.map(stored);
      const expected = texts.map((text) =>
        showFeature(new StoredFeature('x', text), { hidesNamespace: true }, false),
      );
      const cut = withoutNamespaces(encode(texts.map(({ text }) => text)), features.length);
      assert.equal(Buffer.from(cut!).toString(), expected.join(','));
    });
});

test('bytes do not tell which namespace is the one of the hub where a feature has two', () => {
  const other = { '@ns:com:here:xyz': { space: 's', createdAt: 1, updatedAt: 2, tags: [] } };
  const CASES: Partial<Feature>[] = [
    { properties: { a: other } },
    { properties: { 'a"@ns:com:here:xyz': {} } },
    { foreign: { a: other } },
    { foreign: { '@ns:com:here:xyz': {} } },
  ];
  for (const feature of CASES)
    assert.equal(withoutNamespaces(encode([stored(feature).text, stored({}).text]), 2), undefined);
});

test('what is left has memory of its own, which the one who sends it can give back', () => {
  const cut = withoutNamespaces(new Uint8Array(encode([stored({}).text])), 1)!;
  assert.equal(cut.byteLength, cut.buffer.byteLength);
  const shared = new Uint8Array(encode([stored({}).text, stored({ id: 'y' }).text])).subarray(
    0,
    stored({}).text.length,
  );
  assert.equal(Buffer.from(withoutNamespaces(shared, 1)!).toString(), Buffer.from(cut).toString());
});
