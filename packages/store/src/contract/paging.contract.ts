import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SortKey } from '../model/query/query.ts';
import type { FreshStore } from './engine.ts';
import { type Page, SpaceUnderTest } from './space-under-test.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `f${i}`, properties: { n: i, even: i % 2 === 0 } }));
const ids = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);
const by = (path: string, descending = false): SortKey => ({
  root: 'properties',
  path: path.split('.'),
  descending,
});
const evenOnes = {
  tags: [],
  tests: [{ root: 'properties', path: ['even'], comparison: '=', operands: [true] }],
} as const;

export function pagingContract(fresh: () => FreshStore): void {
  const filled = async (id: string, features: unknown[]) => {
    const space = await SpaceUnderTest.create(fresh().store, id);
    await space.put(features);
    return space;
  };

  describe('pages', () => {
    for (const [what, limit, lengths] of [
      ['cut where the limit is', 4, [4, 4, 2]],
      ['end without a handle where the last one is exactly full', 5, [5, 5]],
      ['are one where the limit is larger', 11, [10]],
      ['may hold one feature each', 1, Array.from({ length: 10 }, () => 1)],
    ] as [string, number, number[]][])
      test(what, async () => {
        const space = await filled('pages', numbered(10));
        const pages = await space.pages({ limit });
        assert.deepEqual(
          pages.map(({ ids }) => ids.length),
          lengths,
        );
        assert.deepEqual(
          pages.flatMap(({ ids }) => ids),
          ids(10),
        );
      });

    test('of a filter hold what it lets pass', async () => {
      const space = await filled('filtered', numbered(10));
      const pages = await space.pages({ limit: 2, filter: evenOnes });
      assert.deepEqual(
        pages.map(({ ids }) => ids),
        [['f0', 'f2'], ['f4', 'f6'], ['f8']],
      );
    });

    test('behind the end are empty', async () => {
      const space = await filled('behind', numbered(3));
      assert.deepEqual((await space.page({ after: 999_999_999 })).ids, []);
      assert.deepEqual((await space.page({ after: 999_999_999, filter: evenOnes })).ids, []);
    });

    test('without namespaces have everything else, also where features have members of that name', async () => {
      const other = { '@ns:com:here:xyz': { space: 's', createdAt: 1, updatedAt: 2, tags: [] } };
      const at = (x: number) => ({
        type: 'LineString',
        coordinates: [
          [x, 0],
          [x + 1, 1],
        ],
      });
      const own = Array.from({ length: 12 }, (_, i) => ({
        type: 'Feature',
        id: `f${i}`,
        geometry: at(i),
        properties: i % 4 === 3 ? {} : { name: `ü${i}`, ...(i > 9 ? { other } : {}) },
      }));
      const space = await filled('without-namespaces', own);
      const box = { west: 2.5, south: -1, east: 8.5, north: 2 };
      for (const [area, expected] of [
        [undefined, own],
        [{ boxes: [box] }, own.slice(2, 9)],
        [{ boxes: [{ ...box, east: 20 }] }, own.slice(2)],
      ] as const) {
        const asked = { limit: 4, view: { hidesNamespace: true }, ...(area && { area }) };
        const shown = (await space.pages(asked)).flatMap(({ texts }) => texts);
        assert.deepEqual(
          shown,
          expected.map((feature) => JSON.stringify(feature)),
        );
      }
    });

    test('show features as asked', async () => {
      const space = await filled('views', [
        {
          id: 'a',
          geometry: { type: 'Point', coordinates: [1.123456789, 2, 3] },
          properties: { x: 1, y: 2 },
        },
      ]);
      const shown = async (view: object) => JSON.parse((await space.page({ view })).texts[0]!);
      assert.deepEqual((await shown({ force2D: true })).geometry.coordinates, [1.123456789, 2]);
      assert.deepEqual((await shown({ coordinates: 'datahub' })).geometry.coordinates, [1.12345679, 2, 3]);
      assert.deepEqual((await shown({ selection: [{ root: 'properties', path: ['y'] }] })).properties, {
        y: 2,
      });
    });
  });

  describe('parts', () => {
    for (const count of [1, 3, 7])
      test(`${count} of them hold everything once between them`, async () => {
        const space = await filled('parts', numbered(50));
        const parts = await Promise.all(
          Array.from({ length: count }, (_, index) => space.pages({ part: { index, count }, limit: 4 })),
        );
        const seen = parts.map((pages) => pages.flatMap((page) => page.ids));
        assert.deepEqual(seen.flat().sort(), ids(50).sort());
        assert.ok(seen.every((part) => part.length > 0));
      });

    test('hold of a filter what it lets pass', async () => {
      const space = await filled('filtered parts', numbered(20));
      const parts = await Promise.all(
        [0, 1, 2].map((index) => space.page({ part: { index, count: 3 }, filter: evenOnes })),
      );
      assert.equal(parts.flatMap((part) => part.ids).length, 10);
    });
  });

  describe('sorted', () => {
    const values = [5, 'b', null, 1, 'a', true, undefined, 'é', '🜨', '\uffff', false, 5, -1.5, [1], { k: 1 }];
    const features = values.map((v, i) => ({ id: `${i}`, properties: { v, deep: { n: i % 2 } } }));
    const sorted = async (sort: SortKey[]) =>
      (await (await filled('sorted', features)).page({ sort })).ids.map(Number);

    test('numbers come first, then texts by code point, then booleans, then others; missing and null last', async () =>
      assert.deepEqual(await sorted([by('v')]), [12, 3, 0, 11, 4, 1, 7, 9, 8, 10, 5, 13, 14, 2, 6]));

    test('the other way round, missing and null are still last', async () =>
      assert.deepEqual(await sorted([by('v', true)]), [13, 14, 5, 10, 8, 9, 7, 1, 4, 0, 11, 3, 12, 2, 6]));

    test('what is equal is told apart by the next key, then by the order of insertion', async () =>
      assert.deepEqual((await sorted([by('deep.n', true), by('v')])).slice(0, 3), [3, 11, 1]));

    test('features themselves can be sorted by', async () =>
      assert.deepEqual(
        (await sorted([{ root: 'feature', path: ['id'], descending: false }])).slice(0, 4),
        [0, 1, 10, 11],
      ));

    test('pages are cut and continued like any others', async () => {
      const space = await filled('sorted pages', features);
      const all = (await space.page({ sort: [by('v')] })).ids;
      const pages = await space.pages({ sort: [by('v')], limit: 4 });
      assert.deepEqual(
        pages.map(({ ids }) => ids.length),
        [4, 4, 4, 3],
      );
      assert.deepEqual(
        pages.flatMap(({ ids }) => ids),
        all,
      );
    });

    test('features that go between two pages shift nothing', async () => {
      const space = await filled('sorted deletes', numbered(20));
      const pages = await space.pages({ sort: [by('n')], limit: 5 }, ({ ids }) =>
        space.store.features.delete(space.ref, { ids: ids.slice(2), tags: undefined, returning: false }),
      );
      assert.deepEqual(
        pages.flatMap(({ ids }) => ids),
        numbered(20).map(({ id }) => id),
      );
    });

    test('with a filter and a part, only what they let pass is there', async () => {
      const space = await filled('sorted part', numbered(20));
      const parts = await Promise.all(
        [0, 1].map((index) =>
          space.page({ sort: [by('n', true)], filter: evenOnes, part: { index, count: 2 } }),
        ),
      );
      const shown = parts.map((part) => part.ids.map((id) => Number(id.slice(1))));
      for (const part of shown)
        assert.deepEqual(
          part,
          [...part].sort((a, b) => b - a),
        );
      assert.equal(shown.flat().length, 10);
    });
  });

  describe('while others write, paging gives what was there throughout exactly once', () => {
    const stay = (count: number) => ids(count).filter((_, i) => i % 3 !== 0);

    function assertOnce(pages: Page[], throughout: string[]): void {
      const times = new Map<string, number>();
      for (const { ids } of pages) for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
      assert.deepEqual(
        throughout.filter((id) => times.get(id) !== 1),
        [],
      );
    }

    for (const [what, query] of [
      ['plainly', {}],
      [
        'by a filter',
        {
          filter: { tags: [], tests: [{ root: 'properties', path: ['n'], comparison: '>=', operands: [0] }] },
        },
      ],
      ['by a tag', { filter: { tags: [['t']], tests: [] } }],
      ['with a selection', { view: { selection: [{ root: 'properties', path: ['n'] }] } }],
    ] as const)
      test(`${what}, with writes between the pages`, async () => {
        const space = await SpaceUnderTest.create(fresh().store, 'between');
        await space.put(numbered(60), { addTags: ['t'] });
        let round = 0;
        const pages = await space.pages({ ...query, limit: 7 }, async ({ ids: shown }) => {
          round++;
          await space.delete({ ids: [`f${round * 3}`, `f${60 - round * 3}`] });
          await space.put(
            [
              { id: shown[0], properties: { n: 1000 + round } },
              { id: `new${round}`, properties: { n: 1 } },
            ],
            { addTags: ['t'] },
          );
        });
        assertOnce(pages, stay(60));
      });

    test('with writes all the time', async () => {
      const space = await filled('meanwhile', numbered(900));
      let reading = true;
      const writing = (async () => {
        for (let i = 0; reading; i++) {
          await space.delete({ ids: [`f${(i * 3) % 900}`] });
          await space.put([
            { id: `f${(i * 3) % 900}`, properties: { n: -i } },
            { id: `f${(i * 3 + 1) % 900}`, properties: { n: i } },
          ]);
        }
      })();
      const readers = await Promise.all([
        space.pages({ limit: 50 }),
        space.pages({ limit: 31 }),
        space.pages({ limit: 77, view: { force2D: true } }),
      ]);
      reading = false;
      await writing;
      for (const pages of readers) assertOnce(pages, stay(900));
    });
  });
}
