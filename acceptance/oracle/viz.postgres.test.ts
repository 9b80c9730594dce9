import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../testing/postgres/database.ts';
import { type FeatureCollection, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { Postgis } from './postgis.ts';

const COUNT = 400;
const GRID = 2048;
const [ZOOM, COLUMN, ROW] = [11, 585, 783];
/** Of the grid, in degrees: of longitude, and a little more than one of latitude there. */
const UNIT = 360 / 2 ** ZOOM / GRID;
const [WEST, SOUTH] = [-77.1, 38.88];

const hub = await startHub();
const url = await newDatabase();
const postgis = new Postgis(url);
after(() => dropDatabase(url));

test(`mode=viz shows the small polygons that ST_AsMVTGeom keeps (seed ${seed})`, async () => {
  const random = new Random(seed);
  const shapes = Array.from({ length: COUNT }, (_, i) => {
    const [width, height] = [random.next() * 4, random.next() * 4];
    const [x, y] = [WEST + random.next() * 0.05, SOUTH + random.next() * 0.05];
    const [east, north] = [x + width * UNIT, y + height * UNIT * 0.78];
    const ring = [
      [x, y],
      [east, y],
      [east, north],
      [x, north],
      [x, y],
    ];
    return { id: `s${i}`, width, height, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  const space = await newSpace(hub);
  await space.load(...shapes.map(({ id, geometry }) => ({ id, geometry })));
  postgis.load('shape', shapes);
  const kept = new Set(
    postgis
      .rows(
        `SELECT id FROM shape WHERE ST_AsMVTGeom(ST_Transform(ST_SetSRID(shape, 4326), 3857),
           ST_TileEnvelope(${ZOOM}, ${COLUMN}, ${ROW}), ${GRID}, 0, true) IS NOT NULL`,
      )
      .map(([id]) => id!),
  );
  const call = `tile/web/${ZOOM}_${COLUMN}_${ROW}?mode=viz&vizSampling=off`;
  const shown = new Set(idsOf((await hub.get<FeatureCollection>(`${space.path}/${call}`)).body));
  // By its own rule the hub leaves out what has less than a square unit; rounding may be on either side of that.
  const isLargeEnough = ({ width, height }: { width: number; height: number }) => width * height > 1.01;
  const lost = shapes.filter((shape) => kept.has(shape.id) && isLargeEnough(shape) && !shown.has(shape.id));
  assert.deepEqual(lost, []);
  const isSure = ({ width, height }: { width: number; height: number }) => width > 1.01 && height > 1.01;
  const sure = shapes.filter(isSure);
  assert.ok(sure.length > COUNT / 3);
  assert.deepEqual(
    sure.filter(({ id }) => !kept.has(id) || !shown.has(id)),
    [],
  );
  const hidden = shapes.filter(({ width, height }) => width < 0.4 && height < 0.4);
  assert.ok(hidden.every(({ id }) => !shown.has(id)));
});
