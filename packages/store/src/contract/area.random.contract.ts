import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  boxOf,
  type Geometry,
  type Geos,
  Hexbin,
  loadGeos,
  Quadbin,
  simplifyToGrid,
  TileWriter,
  VisibilityFilter,
} from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { prepareArea, tileArea } from '../model/query/area.ts';
import type { Area } from '../model/query/query.ts';
import { area, optionalGeometry, tile } from './arbitrary.area.ts';
import type { FreshStore } from './engine.ts';
import { HEXBIN, tileQuery } from './plain-queries.ts';
import { seed } from './seed.ts';
import { SpaceUnderTest } from './space-under-test.ts';

type Located = { id: string; geometry: Geometry };

/** Reads of areas against looking at every feature, one by one, with what `geo` has. */
export function areaRandomContract(fresh: () => FreshStore): void {
  describe(`reads of areas give what looking at every feature gives (seed ${seed})`, () => {
    let spaces = 0;
    const check = async <T>(
      question: fc.Arbitrary<T>,
      ask: (space: SpaceUnderTest, features: Located[], question: T, geos: Geos) => Promise<void>,
      { numRuns, questions: most }: { numRuns: number; questions: number } = {
        numRuns: randomCases(7),
        questions: 20,
      },
    ) => {
      const geos = await loadGeos();
      const space = await SpaceUnderTest.create(fresh().store, `areas ${spaces++}`);
      const property = fc.asyncProperty(
        fc.array(optionalGeometry, { maxLength: 40 }),
        fc.array(question, { minLength: Math.ceil(most / 2), maxLength: most }),
        async (geometries, questions) => {
          await space.delete({ returning: false });
          await space.put(
            geometries.map((geometry, i) => ({ id: `f${i}`, geometry, properties: { n: i, some: { i } } })),
          );
          const features = (await space.page()).texts.map((text) => JSON.parse(text) as Located);
          const located = features.filter(({ geometry }) => geometry !== null);
          for (const one of questions) await ask(space, located, one, geos);
        },
      );
      await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: 60_000 });
    };

    test('boxes, shapes and what is within a radius of them', () =>
      check(
        fc.record({ area, limit: fc.integer({ min: 1, max: 40 }) }),
        async (space, features, question, geos) => {
          const met = meeting(features, question.area, geos).map(({ id }) => id);
          const { ids, end } = await space.page(question);
          assert.deepEqual(ids, met.slice(0, question.limit), JSON.stringify(question));
          assert.equal(end.more, met.length > question.limit, JSON.stringify(question));
          const even = { tags: [], tests: [EVEN] };
          const odd = await space.page({ area: question.area, filter: even });
          assert.deepEqual(
            odd.ids,
            met.filter((id) => id === 'f2'),
          );
        },
      ));

    test('what of features lies in an area', () =>
      check(
        area,
        async (space, features, where, geos) => {
          const { texts } = await space.page({ area: where, view: { clip: true } });
          const shown = texts.map((text) => JSON.parse(text)).map(({ id, geometry }) => ({ id, geometry }));
          assert.deepEqual(shown, JSON.parse(JSON.stringify(clipped(features, where, geos))));
        },
        // Outlines around long shapes take their time.
        { numRuns: randomCases(8), questions: 4 },
      ));

    test('what a map can show of a tile', () =>
      check(tile, async (space, features, address, geos) => {
        const where = tileArea(address, 0);
        const { texts } = await space.page({
          area: where,
          view: { clip: true, viz: address, selection: [] },
        });
        const visibility = new VisibilityFilter(address);
        const large = features.filter(({ geometry }) => !visibility.isHidden(geometry.type, boxOf(geometry)));
        const expected = clipped(large, where, geos).flatMap(({ id, geometry }) => {
          const seen = simplifyToGrid(geometry, address);
          return seen ? [{ type: 'Feature', id, geometry: seen, properties: {} }] : [];
        });
        assert.deepEqual(
          texts.map((text) => JSON.parse(text)),
          JSON.parse(JSON.stringify(expected)),
        );
      }));

    test('vector tiles', () =>
      check(
        fc.record({ tile, flatten: fc.boolean(), clip: fc.boolean() }),
        async (space, features, question, geos) => {
          const query = tileQuery(question.tile, question);
          const writer = new TileWriter('layer', query.tile, 4096, query.clip ? 4 : Infinity);
          const texts = new Map((await space.page()).texts.map((text) => [JSON.parse(text).id, text]));
          // A line is drawn straight on the map, where it may pass tiles that it does not meet in degrees.
          const drawn = query.clip ? features : meeting(features, tileArea(query.tile, 4), geos);
          for (const { id, geometry } of drawn)
            writer.add(id, geometry, JSON.parse(texts.get(id)!).properties, query.flatten);
          const { bytes, more } = await space.tile(query);
          assert.deepEqual(Buffer.from(bytes), Buffer.from(writer.finish()), JSON.stringify(question));
          assert.equal(more, false);
        },
      ));

    test('hexagons and squares with the number of features in them', () =>
      check(
        fc.record({ area: fc.oneof(tile.map((address) => tileArea(address, 0))), zoom: fc.nat(4) }),
        async (space, features, question, geos) => {
          const quadbins = new Quadbin(question.zoom, (question.area as { boxes: [] }).boxes);
          const hexbins = new Hexbin({ resolution: 1, level: question.zoom, property: 'n' });
          for (const { id, geometry } of clipped(features, question.area, geos)) {
            quadbins.add(geometry);
            hexbins.add(geometry, Number(id.slice(1)));
          }
          const hexbin = { ...HEXBIN, resolution: 1, level: question.zoom, property: ['n'] };
          for (const [clustering, bins] of [
            [{ kind: 'quadbin', zoom: question.zoom }, quadbins],
            [hexbin, hexbins],
          ] as const) {
            const { cells, more } = await space.clusters({ area: question.area, clustering });
            assert.deepEqual(cells, JSON.parse(JSON.stringify(bins.finish(Infinity).features)));
            assert.equal(more, false);
          }
        },
      ));
  });
}

const EVEN = { root: 'properties', path: ['n'], comparison: '=', operands: [2] } as const;

function meeting(features: Located[], where: Area, geos: Geos): Located[] {
  const test = prepareArea(where, geos);
  const found = features.filter(({ geometry }) => test.meets(geometry));
  test.free();
  return found;
}

function clipped(features: Located[], where: Area, geos: Geos): Located[] {
  const test = prepareArea(where, geos);
  const found = features.flatMap(({ id, geometry }) => {
    const rest = test.clip(geometry);
    return rest ? [{ id, geometry: rest }] : [];
  });
  test.free();
  return found;
}
