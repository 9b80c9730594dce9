import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../testing/effort.ts';
import type { Feature } from './feature.ts';
import { LOSSLESS_FORMATS, Losses, WRITE_FORMATS, type WriteFormatId, writeFeatures } from './node.ts';
import { randomFeatures, seed } from './testing/random-features.ts';
import { collect, each, readAll } from './testing/read-all.ts';
import { canonical, sampleFeatures } from './testing/sample-features.ts';

const LOSSY = (Object.keys(WRITE_FORMATS) as WriteFormatId[]).filter(
  (format) => !LOSSLESS_FORMATS.includes(format),
);

async function through(format: WriteFormatId, features: Feature[]) {
  const losses = new Losses();
  const bytes = await collect(writeFeatures(format, each(structuredClone(features)), { losses }));
  return { ...(await readAll(`f.${WRITE_FORMATS[format].ending}`, bytes)), losses: losses.list };
}

const point = (properties: object, more: object = {}): Feature =>
  ({ type: 'Feature', geometry: { type: 'Point', coordinates: [9, 50] }, properties, ...more }) as Feature;

for (const format of LOSSY)
  describe(`what is written as ${format}`, () => {
    const isWhole = (feature: Feature) => format !== 'gpx' || !/Poly|MultiPoint/.test(feature.geometry!.type);
    test('has all geometries that the format has room for, and plain properties', async () => {
      const source = sampleFeatures('mixed').filter(isWhole);
      const { features, refused, fault } = await through(format, source);
      assert.deepEqual([refused, fault], [[], undefined]);
      const shown = (given: Feature[]) =>
        given
          .map(({ geometry, properties: { name, int } }) => [
            name,
            format === 'gpx' ? undefined : int,
            canonical(geometry),
          ])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
      assert.deepEqual(shown(features), shown(source));
    });

    test('can be read again whatever is in it', async (t) => {
      t.diagnostic(`seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
      await fc.assert(
        fc.asyncProperty(randomFeatures, async (source) => {
          const { features, refused, fault, losses } = await through(format, source);
          if (features.length === 0 && fault?.kind === 'empty') return;
          assert.equal(fault, undefined);
          // A placemark without a geometry, or with an empty one, is none.
          if (format !== 'kml') assert.deepEqual(refused, []);
          if (format !== 'gpx') {
            const left = losses.filter(({ what }) => what.startsWith('features left out'));
            const lost = left.reduce((sum, { count }) => sum + count, 0);
            assert.equal(features.length + refused.length + lost, source.length);
          }
        }),
        { numRuns: randomCases(10), seed },
      );
    });
  });

describe('what is lost is counted', () => {
  const cases: [format: WriteFormatId, feature: Feature, loss: string][] = [
    ['shapefile', point({ population_density: 1 }), 'names of properties cut to 10 bytes'],
    ['shapefile', point({ text: 'ü'.repeat(200) }), 'texts cut to 254 bytes'],
    [
      'shapefile',
      point({}, { geometry: { type: 'GeometryCollection', geometries: [] } }),
      'features left out that are geometry collections',
    ],
    ['kml', point({ text: 'a\u0001b' }), 'characters left out that XML has not'],
    ['kml', point({ list: [1] }), 'nested values written as JSON texts'],
    ['kml', point({ none: null }), 'properties that are null left out'],
    ['kml', point({}, { extra: 1 }), 'members of features left out'],
    ['gml', point({ 'a b': 1 }), 'names of properties changed to XML names'],
    ['gpx', point({}, { geometry: null }), 'features without geometry left out'],
    ['xlsx', point({ text: 'x'.repeat(40_000) }), 'texts cut to 32767 characters'],
    ['xlsx', point({ n: 2 ** 60 }), 'whole numbers of more than 15 digits written as texts'],
  ];
  for (const [format, feature, loss] of cases)
    test(`${format}: ${loss}`, async () => {
      const { losses } = await through(format, [feature, point({ other: true })]);
      assert.deepEqual(
        losses.filter(({ what }) => what === loss),
        [{ what: loss, count: 1 }],
      );
    });

  test('and names that are cut stay different', async () => {
    const { features } = await through('shapefile', [point({ population_a: 1, population_b: 2 })]);
    assert.deepEqual(features[0]!.properties, { population: 1, populati_1: 2 });
  });
});

test('the page about files lists what each format has no room for', () => {
  const page = readFileSync(new URL('../../../docs/using/files.md', import.meta.url), 'utf8');
  for (const format of LOSSY)
    for (const loss of WRITE_FORMATS[format].losses)
      assert.ok(page.replaceAll(/\s+/g, ' ').includes(loss), `${format}: ${loss}`);
});
