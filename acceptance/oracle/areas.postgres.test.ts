import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { randomCases } from '../../testing/effort.ts';
import { dropDatabase, newDatabase } from '../../testing/postgres/database.ts';
import { type FeatureCollection, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import type { HubResponse } from '../harness/request.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { areaOfPolygons, Postgis } from './postgis.ts';
import { cities, counties, countries } from './real-data.ts';
import { type Geometry, type Shape, Shapes } from './shapes.ts';

/**
 * The same shapes in PostGIS and here, and the same questions. An edge runs straight in longitude and latitude, as it
 * does for PostGIS's `geometry`. Its `geography` lets edges run along great circles, so where distances are compared
 * edges are short or have been cut into short pieces.
 */
const AT_ONCE = 8;
const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
const random = new Random(seed);
const shapes = new Shapes(random);
const url = await newDatabase();
const postgis = new Postgis(url);
after(() => dropDatabase(url));

type Question = Shape & { ask: () => Promise<HubResponse<FeatureCollection>> };

async function ask(questions: Question[]): Promise<Map<string, FeatureCollection>> {
  const responses = new Map<string, FeatureCollection>();
  const left = [...questions];
  const sender = async () => {
    for (let question = left.pop(); question; question = left.pop()) {
      const { status, text, body } = await question.ask();
      assert.equal(status, 200, `${text} for ${JSON.stringify(question.geometry)}`);
      assert.equal(body.partial, undefined);
      responses.set(question.id, body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return responses;
}

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

describe(`ids of features are those that PostGIS finds (seed ${seed})`, () => {
  let space: Space;
  let kept: Shape[];
  before(async () => {
    const all = [
      ...countries(),
      ...counties(),
      ...cities(random, 4000),
      ...many(1500, (i) => ({ id: `random-${i}`, geometry: shapes.any() })),
    ];
    postgis.load('feature', all, 'DELETE FROM feature WHERE NOT ST_IsValid(shape);');
    const valid = new Set(postgis.rows('SELECT id FROM feature').map(([id]) => id));
    assert.ok(valid.size > 0.98 * all.length, `${all.length - valid.size} shapes are invalid`);
    kept = all.filter(({ id }) => valid.has(id));
    space = await newSpace(hub);
    for (let from = 0; from < kept.length; from += 2000) await space.load(...kept.slice(from, from + 2000));
  });

  /** Everything that PostGIS says meets the shape of each question, and nothing else. */
  async function compare(questions: Question[], kind: string): Promise<void> {
    postgis.load(kind, questions);
    const expected = postgis.pairs(
      `SELECT asked.id, feature.id FROM ${kind} asked JOIN feature ON ST_Intersects(feature.shape, asked.shape)`,
    );
    const responses = await ask(questions);
    let found = 0;
    for (const { id, geometry } of questions) {
      const ids = idsOf(responses.get(id)!);
      found += ids.length;
      assert.deepEqual(new Set(ids), expected.get(id) ?? new Set(), JSON.stringify(geometry));
      assert.equal(new Set(ids).size, ids.length, 'each once');
    }
    assert.ok(found > questions.length, `${found} features were found by ${questions.length} questions`);
  }

  const box = (west: number, south: number, east: number, north: number) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const anyBox = () => {
    const [[x, y], size] = [shapes.position(), shapes.size(60)];
    // Round numbers now and then: shapes have edges there.
    const at = (value: number) => (size > 2 && random.next() < 0.5 ? Math.round(value) : value);
    return {
      west: Math.min(179.5, at(x)),
      south: at(Math.max(-90, y - size / 2)),
      east: at(x + size),
      north: at(Math.min(90, y + size / 2)),
    };
  };

  test('boxes, also across the antimeridian', () =>
    compare(
      many(randomCases(150), (i) => {
        const { west, south, east, north } = anyBox();
        const crosses = east > 180;
        const coordinates = crosses
          ? [[box(west, south, 180, north)], [box(-180, south, east - 360, north)]]
          : [[box(west, south, east, north)]];
        const query = `west=${west}&south=${south}&east=${crosses ? east - 360 : east}&north=${north}`;
        return {
          id: `${i}`,
          geometry: { type: 'MultiPolygon', coordinates },
          ask: () => hub.get<FeatureCollection>(`${space.path}/bbox?${query}&selection=p.none`),
        };
      }),
      'box',
    ));

  test('geometries of every kind', () =>
    compare(
      many(randomCases(120), (i) => {
        const geometry = shapes.any();
        return {
          id: `${i}`,
          geometry,
          ask: () => hub.post<FeatureCollection>(`${space.path}/spatial?selection=p.none`, geometry),
        };
      }),
      'geometry_question',
    ));

  test('geometries that are features themselves, whose neighbours they touch', () => {
    const real = kept.filter(({ id }) => /^(county|country|land)/.test(id));
    return compare(
      many(randomCases(40), (i) => {
        const { geometry } = random.pick(real);
        return {
          id: `${i}`,
          geometry,
          ask: () => hub.post<FeatureCollection>(`${space.path}/spatial?selection=p.none`, geometry),
        };
      }),
      'neighbour',
    );
  });

  test('tiles, of which PostGIS makes the edges', async () => {
    const questions = many(randomCases(100), (i) => {
      // The upper ones have nearly everything in them; a few will do.
      const z = random.next() < 0.02 ? random.whole(0, 3) : random.whole(4, 16);
      const [lon, lat] =
        random.next() < 0.7 ? (cities(random, 1)[0]!.geometry.coordinates as number[]) : shapes.position();
      const radians = (Math.max(-85, Math.min(85, lat!)) * Math.PI) / 180;
      const x = Math.min(2 ** z - 1, Math.floor(((lon! + 180) / 360) * 2 ** z));
      const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z);
      return {
        tile: { z, x, y },
        id: `${i}`,
        geometry: { type: 'Point', coordinates: [0, 0] },
        ask: () => hub.get<FeatureCollection>(`${space.path}/tile/web/${z}_${x}_${y}?selection=p.none`),
      };
    });
    const values = questions.map(({ id, tile: { z, x, y } }) => `('${id}', ${z}, ${x}, ${y})`).join(',');
    postgis.rows(`
      CREATE TABLE tile AS SELECT id, ST_Transform(ST_TileEnvelope(z, x, y), 4326) AS shape
      FROM (VALUES ${values}) AS tile (id, z, x, y);
      ANALYZE tile;`);
    // Its way from metres to degrees rounds: what is within a nanodegree of an edge may be in or out.
    const found = (margin: number) =>
      postgis.pairs(`
        SELECT tile.id, feature.id FROM tile
        JOIN feature ON ST_Intersects(feature.shape, ST_Expand(tile.shape, ${margin}))`);
    const [least, most] = [found(-1e-9), found(1e-9)];
    const responses = await ask(questions);
    let sure = 0;
    for (const { id, tile } of questions) {
      const ids = new Set(idsOf(responses.get(id)!));
      const missing = [...(least.get(id) ?? [])].filter((one) => !ids.has(one));
      const wrong = [...ids].filter((one) => !most.get(id)?.has(one));
      assert.deepEqual({ missing, wrong }, { missing: [], wrong: [] }, JSON.stringify(tile));
      sure += least.get(id)?.size ?? 0;
    }
    assert.ok(sure > questions.length);
  });

  test('and what is cut off them is as large', async () => {
    const boxes = many(randomCases(60), (i) => {
      const { west, south, east, north } = anyBox();
      const limited = Math.min(180, east);
      return {
        id: `box-${i}`,
        geometry: { type: 'Polygon', coordinates: [box(west, south, limited, north)] },
        ask: () =>
          hub.get<FeatureCollection>(
            `${space.path}/bbox?west=${west}&south=${south}&east=${limited}&north=${north}&clip=true&selection=p.none`,
          ),
      };
    });
    const areas = many(randomCases(30), (i) => {
      const geometry = shapes.star();
      return {
        id: `star-${i}`,
        geometry,
        ask: () => hub.post<FeatureCollection>(`${space.path}/spatial?clip=true&selection=p.none`, geometry),
      };
    });
    postgis.load('cut', [...boxes, ...areas]);
    const expected = postgis.numbers(`
      SELECT asked.id, feature.id, ST_Area(part)
      FROM cut asked JOIN feature ON ST_Intersects(feature.shape, asked.shape),
      LATERAL (SELECT ST_Intersection(feature.shape, asked.shape) AS part) cut`);
    const responses = await ask([...boxes, ...areas]);
    let compared = 0;
    for (const { id, geometry } of [...boxes, ...areas]) {
      const sizes = expected.get(id) ?? new Map<string, number>();
      const shown = new Map(
        responses
          .get(id)!
          .features.map((feature) => [feature.id, areaOfPolygons(feature.geometry as Geometry)]),
      );
      assert.deepEqual(new Set(shown.keys()), new Set(sizes.keys()), id);
      for (const [feature, size] of sizes) {
        const ours = shown.get(feature)!;
        // Below this an area is made of the last digits of degrees.
        const allowed = 1e-9 * Math.max(size, ours) + 1e-12;
        assert.ok(
          Math.abs(ours - size) <= allowed,
          `${feature} in ${id}: ${ours} instead of ${size}, ${JSON.stringify(geometry)}`,
        );
        if (size > 1e-6) compared++;
      }
    }
    assert.ok(compared > 150, `${compared} areas`);
  });
});

describe(`what is within a radius is what PostGIS finds, to 0.5 % (seed ${seed})`, () => {
  let space: Space;
  /** With edges of at most some kilometres. */
  const small = () => {
    const kind = random.whole(0, 2);
    return kind === 0 ? shapes.point() : kind === 1 ? shapes.line(0.05) : shapes.star(0.05);
  };
  before(async () => {
    const all = [
      ...cities(random, 8000),
      ...counties().slice(0, 1000),
      ...many(2000, (i) => ({ id: `random-${i}`, geometry: small() })),
    ];
    postgis.load(
      'near',
      all,
      `DELETE FROM near WHERE NOT ST_IsValid(shape);
       ALTER TABLE near ADD COLUMN place geography;
       UPDATE near SET place = ST_Segmentize(shape, 0.05)::geography;
       CREATE INDEX ON near USING gist (place);`,
    );
    const valid = new Set(postgis.rows('SELECT id FROM near').map(([id]) => id));
    const kept = all.filter(({ id }) => valid.has(id));
    space = await newSpace(hub);
    for (let from = 0; from < kept.length; from += 3000) await space.load(...kept.slice(from, from + 3000));
  });

  test('around points, features and geometries', async () => {
    const radii = many(randomCases(200), () => Math.round(10 ** shapes.between(2, 6)));
    const questions: Question[] = radii.map((radius, i) => {
      if (i % 4 === 3) {
        const geometry = small();
        const path = `${space.path}/spatial?radius=${radius}&selection=p.none`;
        return { id: `${i}`, geometry, ask: () => hub.post<FeatureCollection>(path, geometry) };
      }
      const [lon, lat] =
        i % 4 === 2 ? shapes.position() : (cities(random, 1)[0]!.geometry.coordinates as [number, number]);
      const path = `${space.path}/spatial?lat=${lat}&lon=${lon}&radius=${radius}&selection=p.none`;
      const geometry = { type: 'Point', coordinates: [lon, lat] };
      return { id: `${i}`, geometry, ask: () => hub.get<FeatureCollection>(path) };
    });
    postgis.load('centre', questions);
    const values = radii.map((radius, i) => `('${i}', ${radius})`).join(',');
    const distances = postgis.numbers(`
      WITH asked AS MATERIALIZED (
        SELECT id, ST_Segmentize(shape, 0.05)::geography AS place, radius
        FROM centre JOIN (VALUES ${values}) AS radii (id, radius) USING (id))
      SELECT asked.id, near.id, ST_Distance(near.place, asked.place) / radius
      FROM asked JOIN near ON ST_DWithin(near.place, asked.place, radius * 1.005)`);
    const responses = await ask(questions);
    let sure = 0;
    for (const { id, geometry } of questions) {
      const parts = distances.get(id) ?? new Map<string, number>();
      const ids = new Set(idsOf(responses.get(id)!));
      const wrong = [...ids].filter((one) => !parts.has(one));
      const within = [...parts].filter(([, part]) => part <= 0.995).map(([one]) => one);
      const missing = within.filter((one) => !ids.has(one));
      assert.deepEqual(
        { missing, wrong },
        { missing: [], wrong: [] },
        `${radii[Number(id)]} m of ${JSON.stringify(geometry)}`,
      );
      sure += within.length;
    }
    assert.ok(sure > 2000, `${sure} features were found`);
  });
});
