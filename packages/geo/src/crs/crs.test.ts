import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { findProgram } from '../../../../testing/programs.ts';
import { boxArea, CRS84, crsOfCode, fromCrs, KNOWN_CRSS, toCrs } from './index.ts';

/** A place in the area of each system, in longitude and latitude. Where the datum is another one, metres may differ. */
const PLACES: [code: number, lon: number, lat: number, metres: number][] = [
  [4326, 13.4, 52.5, 0.001],
  [4258, 13.4, 52.5, 0.001],
  [3857, 13.4, 52.5, 0.001],
  [3857, -179.9, -84, 0.001],
  [32633, 13.4, 52.5, 0.001],
  [32601, -177.5, 10, 0.001],
  [32660, 178.1, 65, 0.001],
  [32733, 18.4, -33.9, 0.001],
  [32756, 151.2, -33.87, 0.001],
  [25832, 8.55, 50.1, 0.001],
  [25833, 13.4, 52.5, 0.001],
  [3035, 2.35, 48.86, 0.001],
  [3034, 2.35, 48.86, 0.001],
  [2154, 2.35, 48.86, 0.001],
  [2180, 21, 52.2, 0.001],
  [3006, 18.07, 59.33, 0.001],
  [3067, 24.94, 60.17, 0.001],
  [26918, -74, 40.7, 2],
  [2056, 7.44, 46.95, 2],
  [21781, 7.44, 46.95, 2],
  [27700, -0.12, 51.5, 5],
  [28992, 5.39, 52.16, 2],
  [31287, 13.3, 47.6, 3],
  [31370, 4.36, 50.85, 2],
  [31467, 9, 50, 5],
  [5514, 14.42, 50.09, 3],
];

describe('coordinates and the order of axes are those of PROJ', () => {
  const program = findProgram(['cs2cs'], 'proj-bin');
  for (const [code, lon, lat, metres] of PLACES)
    test(`EPSG:${code} at ${lon}, ${lat}`, 'skip' in program ? { skip: program.skip } : {}, () => {
      if (!('path' in program)) return;
      const said = execFileSync(program.path, ['-f', '%.9f', 'EPSG:4326', `EPSG:${code}`], {
        input: `${lat} ${lon}\n`,
        encoding: 'utf8',
      });
      const expected = said.trim().split(/\s+/).slice(0, 2).map(Number);
      const crs = crsOfCode(code)!;
      const tolerance = crs.isGeographic ? 1e-6 : metres;
      const found = crs.fromLonLat([lon, lat]);
      for (const axis of [0, 1] as const)
        assert.ok(Math.abs(found[axis] - expected[axis]!) <= tolerance, `${found} is not ${expected}`);
    });
});

test('every system leads back to where it came from', () => {
  for (const [code, lon, lat] of PLACES) {
    const crs = crsOfCode(code)!;
    const there = toCrs({ type: 'Point', coordinates: [lon, lat, 7] }, crs)!;
    const back = fromCrs(there, crs)!;
    assert.ok(back.type === 'Point' && back.coordinates[2] === 7);
    assert.ok(
      Math.abs(back.coordinates[0] - lon) < 1e-7 && Math.abs(back.coordinates[1] - lat) < 1e-7,
      String(code),
    );
  }
});

test('all that are named can be used', () => {
  for (const uri of KNOWN_CRSS.slice(1)) assert.equal(crsOfCode(Number(uri.split('/').at(-1)))?.uri, uri);
  assert.equal(crsOfCode(4711), undefined);
});

test('what a system can not express is no geometry', () => {
  assert.equal(toCrs({ type: 'Point', coordinates: [-170, -52] }, crsOfCode(3035)!), null);
  // The poles have a northing in Web Mercator with PROJ, too.
  assert.deepEqual(toCrs({ type: 'Point', coordinates: [0, 90] }, crsOfCode(3857)!), {
    type: 'Point',
    coordinates: [0, 242528680.9437],
  });
});

test('a box is its edges in degrees, or else its outline', () => {
  assert.deepEqual(boxArea([1, 2, 3, 4], CRS84), { edges: [1, 2, 3, 4] });
  assert.deepEqual(boxArea([52, 5, 53, 6], crsOfCode(4326)!), { edges: [5, 52, 6, 53] });
  const area = boxArea([300_000, 5_700_000, 400_000, 5_800_000], crsOfCode(25833)!);
  assert.ok(area && 'outline' in area && area.outline.type === 'Polygon');
  assert.equal(boxArea([1e12, 1e12, 2e12, 2e12], crsOfCode(25833)!), undefined);
  // Far beyond the zone: as large as all that is in it.
  const beyond = boxArea([-1e12, 0, 1e12, 1e12], crsOfCode(25833)!);
  assert.ok(beyond && 'edges' in beyond && beyond.edges[3] === 90);
  const across = boxArea([500_000, 7_900_000, 1_000_000, 8_100_000], crsOfCode(32760)!);
  assert.ok(across && 'edges' in across);
  assert.deepEqual(across.edges.map(Math.round), [177, -19, -178, -17]);
  // Around the north pole every longitude is in it.
  const polar = boxArea([7_000_000, 4_000_000, 8_000_000, 5_000_000], crsOfCode(3035)!);
  assert.ok(polar && 'edges' in polar && polar.edges[0] === -180 && polar.edges[2] === 180);
});
