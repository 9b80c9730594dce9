import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../testing/effort.ts';
import type { Feature } from './feature.ts';
import { parseJson } from './json.ts';
import { LOSSLESS_FORMATS, Losses, WRITE_FORMATS, type WriteFormatId, writeFeatures } from './node.ts';
import { NAMESPACE } from './tabular/column-names.ts';
import { randomFeatures, seed } from './testing/random-features.ts';
import { collect, each, readAll } from './testing/read-all.ts';
import { canonical, sampleFeatures } from './testing/sample-features.ts';
import { LOSS_KINDS, type LossId, type LossKind } from './write/losses.ts';

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

describe('what no loss is said of comes back unchanged', () => {
  /** Members that every feature would lose in formats of other programs are taken out first. */
  const plain = ({ geometry, properties }: Feature): Feature => ({
    type: 'Feature',
    geometry,
    properties: Object.fromEntries(
      Object.entries(properties).filter(
        // KML is read by a library that sets members of objects by name.
        ([name, value]) => typeof value !== 'object' && name !== '__proto__',
      ),
    ),
  });
  // Rings of random positions cross, and which is a hole in which is found out by where they lie.
  const isTold = (format: WriteFormatId, { geometry, properties }: Feature) => {
    // A row of a sheet with nothing in it is none.
    if (format === 'xlsx')
      return geometry !== null || Object.values(properties).some((value) => value !== '');
    return format !== 'shapefile' || !geometry?.type.endsWith('Polygon');
  };
  const shown = ({ geometry, properties }: Feature) => ({
    geometry: canonical(geometry),
    properties: Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)),
  });

  for (const format of LOSSY)
    test(format, async () => {
      await fc.assert(
        fc.asyncProperty(randomFeatures, async (given) => {
          for (const feature of given.map(plain).filter((one) => isTold(format, one))) {
            const { features, refused, fault, losses } = await through(format, [feature]);
            if (losses.length > 0) continue;
            assert.deepEqual([refused, fault], [[], undefined]);
            assert.deepEqual(features.map(shown), [shown(feature)]);
          }
        }),
        { numRuns: randomCases(6), seed },
      );
    });
});

describe('what is lost is counted', () => {
  const nothing = { type: 'MultiPoint', coordinates: [] };
  const single = {
    type: 'MultiLineString',
    coordinates: [
      [
        [9, 50],
        [9, 51],
      ],
    ],
  };
  const collection = (...geometries: object[]) => ({ geometry: { type: 'GeometryCollection', geometries } });
  const at = { type: 'Point', coordinates: [9, 50] };
  const long = 'x'.repeat(40_000);
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, 1]));
  const longLine = Array.from({ length: 5000 }, (_, i) => [i / 100, 50]);
  /** One feature that loses this, and no other of its formats loses. */
  const samples: Record<LossId, Feature> = {
    ids: point({}, { id: 'a' }),
    tags: point({ [NAMESPACE]: { tags: ['t'] } }),
    notes: point({ [NAMESPACE]: { createdAt: 1 } }),
    members: point({}, { extra: 1 }),
    nulls: point({ none: null }),
    json: point({ list: [1] }),
    noColumn: point({ ' ': 1 }),
    xmlCharacters: point({ text: 'a\u0001b' }),
    xmlNames: point({ 'a b': 1 }),
    textsOnly: point({ height: 1 }),
    waypoints: point({}, { geometry: { type: 'MultiPoint', coordinates: [[9, 50]] } }),
    neither: point({}, { geometry: { type: 'MultiPolygon', coordinates: [] } }),
    placeless: point({ name: 'a' }, { geometry: null }),
    regrouped: point({}, collection(at, at)),
    tracks: point(
      {},
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [9, 50],
            [9, 51],
          ],
        },
      },
    ),
    typed: point({ zip: '123' }),
    collections: point({}, collection(at, at)),
    empty: point({}, { geometry: nothing }),
    single: point({}, { geometry: single }),
    heights: point(
      {},
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [9, 50],
            [9, 51, 7],
          ],
        },
      },
    ),
    cutNames: point({ population_density: 1 }),
    columns: point(wide),
    cutTexts: point({ text: 'ü'.repeat(200) }),
    blanks: point({ text: 'a ' }),
    emptyTexts: point({ name: '' }),
    digits: point({ n: parseJson('9007199254740993001') }),
    blankRows: point({}, { geometry: null }),
    cells: point({ text: long }),
    cellDigits: point({ n: 2 ** 60 }),
    cellJson: point({ list: [long] }),
    cellWkt: point({}, { geometry: { type: 'LineString', coordinates: longLine } }),
  };
  const counts: Partial<Record<LossId, number>> = { columns: 45 };
  for (const [kind, { said, formats }] of Object.entries(LOSS_KINDS) as [LossId, LossKind][])
    test(said, async () => {
      for (const format of LOSSY) {
        const losses = new Losses();
        await collect(writeFeatures(format, each([samples[kind]]), { losses }));
        assert.deepEqual(
          losses.list.filter(({ what }) => what === said),
          formats.some((one) => one === format) ? [{ what: said, count: counts[kind] ?? 1 }] : [],
          format,
        );
      }
    });

  test('names that are cut stay different', async () => {
    const { features } = await through('shapefile', [point({ population_a: 1, population_b: 2 })]);
    assert.deepEqual(features[0]!.properties, { population: 1, populati_1: 2 });
  });

  test('names are counted once however many files there are', async () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [9, 50],
        [9, 51],
      ],
    };
    const { losses } = await through('shapefile', [
      point({ population_density: 1 }),
      point({ population_density: 2 }, { geometry: line }),
    ]);
    assert.deepEqual(losses, [{ what: LOSS_KINDS.cutNames.said, count: 1 }]);
  });
});

test('the page about files lists what each format has no room for, as the command says it', () => {
  const page = readFileSync(new URL('../../../docs/using/files.md', import.meta.url), 'utf8');
  const rows = Object.values(LOSS_KINDS).map(
    ({ said, formats }) => `| ${said} | ${formats.map((format) => WRITE_FORMATS[format].title).join(', ')} |`,
  );
  const table = ['| `meridian export` says how many | formats |', '|---|---|', ...rows].join('\n');
  assert.ok(page.includes(table), `docs/using/files.md should have this table:\n${table}`);
});
