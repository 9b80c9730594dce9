import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cellToBoundary, getRes0Cells, isPentagon, latLngToCell } from 'h3-js';
import { randomCases } from '../../../../testing/effort.ts';
import { ringOnMap } from '../geodesic/ring-on-map.ts';
import type { Geometry, Position } from '../geojson.ts';
import { intersects } from '../planar/intersects.ts';
import { geometryOfParts, partsOf } from '../planar/parts.ts';
import { ringsCover } from '../planar/rings.ts';
import { anyGeometry, oddPolygon, validPolygon } from '../testing/arbitrary-geometry.ts';
import { geometryOnGlobe } from '../testing/arbitrary-on-globe.ts';
import { areaOf } from '../testing/area.ts';
import { BinError } from './bin-error.ts';
import { cellName, cellNumber } from './cell-number.ts';
import { outlineOf } from './cell-outline.ts';
import { HexCells } from './hex-cells.ts';
import { Hexbin, type HexbinSettings } from './hexbin.ts';
import { hexbinResolution, zoomOfWidth } from './resolution.ts';

const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
const defaults: HexbinSettings = { resolution: 4, level: 5 };

function binned(settings: HexbinSettings, ...given: [Geometry, number?][]) {
  const hexbin = new Hexbin(settings);
  for (const [geometry, value] of given) hexbin.add(geometry, value);
  return hexbin.finish(Infinity).features;
}

describe('a hexbin', () => {
  test('is written as its feature is, the first time and again', () => {
    for (const settings of [
      defaults,
      { ...defaults, pointmode: true },
      { ...defaults, resolution: 0, level: 1.5, property: 'a "b"' },
      { ...defaults, resolution: 1, property: 'v', pointmode: true },
    ]) {
      const hexbin = new Hexbin(settings);
      for (let x = -180; x < 180; x += 20)
        for (let y = -90; y <= 90; y += 15) hexbin.add(point(x, y), y === 0 ? undefined : x / 7);
      const { size, feature, text } = hexbin.cells(Infinity);
      assert.ok(size > 50);
      for (let round = 0; round < 2; round++)
        for (let nth = 0; nth < size; nth++) assert.equal(text(nth), JSON.stringify(feature(nth)));
    }
  });

  test('is a feature of its cell', () => {
    const [feature, ...others] = binned(defaults, [point(10, 50)], [point(10.001, 50.001)]);
    const cell = latLngToCell(50, 10, 4);
    assert.equal(others.length, 0);
    assert.equal(feature!.type, 'Feature');
    assert.equal(feature!.geometry.type, 'Polygon');
    const { centroid, ...properties } = feature!.properties;
    assert.deepEqual(properties, {
      kind: 'H3',
      kind_detail: cell,
      resolution: 4,
      level: 5,
      aggregation: { qty: 2 },
      pentagon: false,
    });
    assert.ok(intersects(feature!.geometry, point(...centroid)));
  });

  test('in point mode is its centre, and has the outline as a property', () => {
    const [feature] = binned({ ...defaults, pointmode: true }, [point(10, 50)]);
    assert.deepEqual(feature!.geometry, { type: 'Point', coordinates: feature!.properties.centroid });
    assert.equal(feature!.properties.hexagon!.type, 'Polygon');
  });

  test('has the statistics of a property, over the features that have it', () => {
    const values = [5, undefined, -1, 2, 10];
    const [feature] = binned(
      { ...defaults, property: 'a.b' },
      ...values.map((value): [Geometry, number?] => [point(10, 50), value as number]),
    );
    assert.deepEqual(feature!.properties.aggregation, {
      qty: 5,
      'a.b': { qty: 4, min: -1, max: 10, sum: 16, avg: 4, median: 3.5 },
    });
    const [none] = binned({ ...defaults, property: 'x' }, [point(10, 50)]);
    assert.deepEqual(none!.properties.aggregation, { qty: 1, x: { qty: 0 } });
  });

  test('of points counts each of them once', () =>
    fc.assert(
      fc.property(fc.array(geometryOnGlobe.filter(({ type }) => type === 'Point')), (points) => {
        const features = binned(defaults, ...points.map((geometry): [Geometry] => [geometry]));
        assert.equal(
          features.reduce((sum, feature) => sum + feature.properties.aggregation.qty, 0),
          points.length,
        );
      }),
    ));

  test('counts a feature once in a cell, however often it is there', () => {
    const back: Geometry = {
      type: 'LineString',
      coordinates: [
        [10, 50],
        [11, 50],
        [10, 50],
      ],
    };
    for (const feature of binned(defaults, [back])) assert.equal(feature.properties.aggregation.qty, 1);
  });

  test('of single coordinates counts the first of each geometry', () => {
    const line: Geometry = {
      type: 'LineString',
      coordinates: [
        [10, 50],
        [20, 50],
      ],
    };
    const empty: Geometry = { type: 'MultiPoint', coordinates: [] };
    const features = binned({ ...defaults, singlecoord: true }, [line], [empty]);
    assert.deepEqual(
      features.map((feature) => feature.id),
      [latLngToCell(50, 10, 4)],
    );
  });

  test('is drawn on the map, also at the antimeridian and at the poles', () => {
    let area = 0;
    for (const cell of getRes0Cells()) {
      const [[lat, lng]] = cellToBoundary(cell) as [[number, number]];
      const features = binned({ resolution: 0, level: 0 }, [point(lng, lat)]);
      const mine = features[0]!;
      area += features.length;
      for (const [x, y] of partsOf(mine.geometry).flatMap((part) => part.chains.flat()))
        assert.ok(Math.abs(x) <= 180 && Math.abs(y) <= 90);
      assert.equal(mine.properties.pentagon, isPentagon(mine.id));
    }
    assert.equal(area, 122);
    const all = new Hexbin({ resolution: 0, level: 0 });
    all.add({
      type: 'Polygon',
      coordinates: [
        [
          [-180, -90],
          [180, -90],
          [180, 90],
          [-180, 90],
          [-180, -90],
        ],
      ],
    });
    const world = all.finish(Infinity).features;
    assert.equal(world.length, 122);
    const covered = world.reduce((sum, feature) => sum + areaOf(feature.geometry), 0);
    assert.ok(Math.abs(covered - 360 * 180) < 360 * 180 * 0.01);
  });

  test('tells when there are more than asked for', () => {
    const hexbin = new Hexbin(defaults);
    hexbin.add(point(0, 0));
    hexbin.add(point(50, 50));
    assert.deepEqual([hexbin.finish(1).features.length, hexbin.finish(1).partial], [1, true]);
    assert.deepEqual([hexbin.finish(2).features.length, hexbin.finish(2).partial], [2, false]);
  });

  test('of far too many cells is refused', () => {
    const hexbin = new Hexbin({ resolution: 15, level: 0 });
    assert.throws(
      () =>
        hexbin.add({
          type: 'LineString',
          coordinates: [
            [0, 0],
            [90, 0],
          ],
        }),
      BinError,
    );
    assert.throws(
      () =>
        hexbin.add({
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [9, 0],
              [9, 9],
              [0, 0],
            ],
          ],
        }),
      /use a lower one or a smaller area/,
    );
  });
});

describe('the cells that a geometry touches', () => {
  const outline = (cell: string): Geometry => ({
    type: 'Polygon',
    coordinates: [cellToBoundary(cell, true) as Position[]],
  });

  test('all meet it, and every position of it is in one of them', () =>
    fc.assert(
      fc.property(fc.oneof(validPolygon(), anyGeometry), (geometry) => {
        const cells = new HexCells(4).touchedBy(geometry);
        for (const cell of cells) assert.ok(intersects(geometry, outline(cell)));
        for (const { dimension, chains } of partsOf(geometry)) {
          for (const [x, y] of chains.flat()) assert.ok(cells.has(latLngToCell(y, x, 4)));
          if (dimension === 2)
            for (let x = -8; x <= 8; x += 0.97)
              for (let y = -8; y <= 8; y += 0.97)
                if (ringsCover(chains, x, y)) assert.ok(cells.has(latLngToCell(y, x, 4)));
        }
      }),
      { numRuns: randomCases(150) },
    ));

  test('of a polygon include those wholly inside', () => {
    const wide: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-170, -60],
          [170, -60],
          [170, 60],
          [-170, 60],
          [-170, -60],
        ],
        [
          [-10, -10],
          [-10, 10],
          [10, 10],
          [10, -10],
          [-10, -10],
        ],
      ],
    };
    const cells = new HexCells(2).touchedBy(wide);
    for (let lon = -169; lon < 170; lon += 13)
      for (let lat = -59; lat < 60; lat += 7)
        if (Math.abs(lon) > 10 || Math.abs(lat) > 10) assert.ok(cells.has(latLngToCell(lat, lon, 2)));
    assert.ok(!cells.has(latLngToCell(0, 0, 2)));
  });

  test('are found for an area whose outer ring is a border along a pole, without any width', () => {
    const along = Array.from({ length: 257 }, (_, i): Position => [((i * 1.4) % 360) - 180, -89.999]);
    const continent: Position[] = [
      [-180, -70],
      [180, -70],
      [180, -89],
      [-180, -89],
      [-180, -70],
    ];
    const ring = [...along, along[0]!];
    const cells = new HexCells(1).touchedBy({ type: 'Polygon', coordinates: [ring, continent] });
    assert.ok(cells.has(latLngToCell(-80, 45, 1)));
  });

  test('are found for any polygon, however odd', () =>
    fc.assert(
      fc.property(oddPolygon, (polygon) => assert.ok(new HexCells(1).touchedBy(polygon).size > 0)),
      { numRuns: randomCases(200) },
    ));
});

describe('the resolution of a hexbin', () => {
  const zooms: [
    zoom: number,
    relative: number | undefined,
    absolute: number | undefined,
    resolution: number,
  ][] = [
    [0, undefined, undefined, 2],
    [4, undefined, undefined, 3],
    [14, undefined, undefined, 10],
    [22, undefined, undefined, 13],
    [30, undefined, undefined, 13],
    [14, -2, undefined, 8],
    [14, 2, 5, 7],
    [14, undefined, 15, 15],
    [14, 2, 15, 15],
    [0, -2, 1, 0],
  ];
  for (const [zoom, relative, absolute, resolution] of zooms)
    test(`at zoom ${zoom}, relative ${relative}, absolute ${absolute} is ${resolution}`, () =>
      assert.equal(hexbinResolution(zoom, relative, absolute), resolution));

  test('of a box follows its width', () => {
    assert.equal(zoomOfWidth(360), 0);
    assert.equal(zoomOfWidth(360 / 2 ** 14), 14);
    assert.equal(zoomOfWidth(0), 22);
  });
});

const anyCell = fc
  .tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.nat(15),
  )
  .map(([latitude, longitude, resolution]) => ({
    cell: latLngToCell(latitude, longitude, resolution),
    resolution,
  }));

test('a cell has a number, in the order of the indexes of its resolution', () =>
  fc.assert(
    fc.property(anyCell, anyCell, ({ cell, resolution }, other) => {
      assert.equal(cellName(cellNumber(cell, resolution), resolution), cell);
      if (other.resolution !== resolution) return;
      const order = cellNumber(cell, resolution) - cellNumber(other.cell, resolution);
      assert.equal(Math.sign(order), cell < other.cell ? -1 : cell > other.cell ? 1 : 0);
    }),
  ));

test('the outline of a cell far from the edges of the map is the one that is cut there', () => {
  const corners = (geometry: Geometry) => partsOf(geometry).flatMap(({ chains }) => chains.flat(2));
  const isEqual = (cell: string) => {
    const cut = geometryOfParts(ringOnMap(cellToBoundary(cell, true) as Position[])!)!;
    const outline = outlineOf(cell);
    assert.equal(outline.type, cut.type);
    const [given, wanted] = [corners(outline), corners(cut)];
    assert.equal(given.length, wanted.length);
    // On the way over the antimeridian a last digit may be lost.
    for (const [i, number] of given.entries()) assert.ok(Math.abs(number! - wanted[i]!) < 1e-12);
  };
  getRes0Cells().forEach(isEqual);
  fc.assert(fc.property(anyCell, ({ cell }) => isEqual(cell)));
});
