import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFeatures } from '../node.ts';
import { bytesSource } from '../source.ts';
import { readAll, utf8 } from '../testing/read-all.ts';

const wfs = (...members: string[]) =>
  `<?xml version="1.0"?><wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:a="a">${members.map((member) => `<wfs:member>${member}</wfs:member>`).join('')}</wfs:FeatureCollection>`;
const road = (geometry: string, properties = '') =>
  `<a:road gml:id="r.1"><a:shape>${geometry}</a:shape>${properties}</a:road>`;

describe('a response of a WFS', () => {
  test('has typed properties, nested ones, lists and none that are nil', async () => {
    const text = wfs(
      road(
        '<gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>50 9</gml:pos></gml:Point>',
        '<a:n>7</a:n><a:zip>01234</a:zip><a:open>true</a:open><a:kind>x &amp; y</a:kind><a:kind>z</a:kind><a:who><a:name>Al</a:name></a:who><a:no nil="true"/>',
      ),
    );
    const { features, fault, refused } = await readAll('f', text);
    assert.deepEqual([fault, refused], [undefined, []]);
    assert.deepEqual(features[0], {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [9, 50] },
      properties: {
        gml_id: 'r.1',
        n: 7,
        zip: '01234',
        open: true,
        kind: ['x & y', 'z'],
        who: { name: 'Al' },
      },
    });
  });

  test('has one geometry for each feature; that others are left out is told, by their names', async () => {
    const place = (name: string) =>
      `<a:${name}><gml:Point srsName="EPSG:4326"><gml:pos>9 50</gml:pos></gml:Point></a:${name}>`;
    const more = `${place('label')}${place('label')}<a:n>7</a:n>${place('entrance')}`;
    const text = wfs(road('<gml:Point srsName="EPSG:4326"><gml:pos>10 51</gml:pos></gml:Point>', more));
    const reader = readFeatures(bytesSource(utf8(text), 'f.gml'));
    const [record] = await Array.fromAsync(reader);
    assert.deepEqual(record?.feature?.geometry, { type: 'Point', coordinates: [10, 51] });
    assert.deepEqual(record.feature.properties, { gml_id: 'r.1', n: 7 });
    assert.deepEqual(
      reader.guesses.filter((guess) => guess.includes('left out')),
      [
        'geometries in "label", left out: a feature has one',
        'geometries in "entrance", left out: a feature has one',
      ],
    );
  });

  test('that is empty has no features, and what is none is a fault', async () => {
    assert.deepEqual(await readAll('f.gml', wfs()), { features: [], refused: [] });
    const other = '<svg xmlns:gml="http://www.opengis.net/gml"></svg>';
    assert.match((await readAll('f.gml', other)).fault!.message, /its root is <svg>/);
  });
});

describe('GML has', () => {
  const LINE = [
    [9, 50],
    [10, 51],
    [11, 52],
  ];
  const RING = [
    [9, 50],
    [10, 50],
    [10, 51],
    [9, 50],
  ];
  const cases: [what: string, geometry: string, expected: object][] = [
    [
      'curves of several segments, joined',
      '<gml:Curve><gml:segments><gml:LineStringSegment><gml:posList>9 50 10 51</gml:posList></gml:LineStringSegment><gml:LineStringSegment><gml:posList>10 51 11 52</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve>',
      { type: 'LineString', coordinates: LINE },
    ],
    [
      'lines of version 2',
      '<gml:LineString><gml:coordinates>9,50 10,51 11,52</gml:coordinates></gml:LineString>',
      { type: 'LineString', coordinates: LINE },
    ],
    [
      'surfaces of patches',
      '<gml:Surface><gml:patches><gml:PolygonPatch><gml:exterior><gml:LinearRing><gml:posList>9 50 10 50 10 51 9 50</gml:posList></gml:LinearRing></gml:exterior></gml:PolygonPatch></gml:patches></gml:Surface>',
      { type: 'Polygon', coordinates: [RING] },
    ],
    [
      'rings made of curves, also backwards',
      '<gml:Polygon><gml:exterior><gml:Ring><gml:curveMember><gml:LineString><gml:posList>9 50 10 50 10 51</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:OrientableCurve orientation="-"><gml:baseCurve><gml:LineString><gml:posList>9 50 10 51</gml:posList></gml:LineString></gml:baseCurve></gml:OrientableCurve></gml:curveMember></gml:Ring></gml:exterior></gml:Polygon>',
      { type: 'Polygon', coordinates: [RING] },
    ],
    [
      'heights by the dimension of the list',
      '<gml:LineString><gml:posList srsDimension="3">9 50 1 10 51 2</gml:posList></gml:LineString>',
      {
        type: 'LineString',
        coordinates: [
          [9, 50, 1],
          [10, 51, 2],
        ],
      },
    ],
    [
      'members of several kinds',
      '<gml:MultiGeometry><gml:geometryMember><gml:Point><gml:pos>9 50</gml:pos></gml:Point></gml:geometryMember></gml:MultiGeometry>',
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [9, 50] }] },
    ],
  ];
  for (const [what, geometry, expected] of cases)
    test(what, async () => {
      const { features, refused } = await readAll('f.gml', wfs(road(geometry)));
      assert.deepEqual(refused, []);
      assert.deepEqual(features[0]!.geometry, expected);
    });

  test('arcs, which are refused with the feature, and numbers that are none', async () => {
    const arc =
      '<gml:Curve><gml:segments><gml:Arc><gml:posList>1 2 3 4 5 6</gml:posList></gml:Arc></gml:segments></gml:Curve>';
    const bad = '<gml:Point><gml:pos>9 x</gml:pos></gml:Point>';
    const { refused } = await readAll('f.gml', wfs(road(arc), road(bad)));
    assert.deepEqual(
      refused.map(({ reason }) => reason),
      ['has curves (Arc), which are not read', 'has "x" among its coordinates'],
    );
  });

  test('axes by the kind of name that the system has', async () => {
    const names: [name: string, pos: string][] = [
      ['urn:ogc:def:crs:EPSG::4326', '50 9'],
      ['http://www.opengis.net/def/crs/EPSG/0/4326', '50 9'],
      ['urn:ogc:def:crs:OGC:1.3:CRS84', '9 50'],
      ['EPSG:4326', '9 50'],
      ['http://www.opengis.net/gml/srs/epsg.xml#4326', '9 50'],
    ];
    for (const [name, pos] of names) {
      const geometry = `<gml:Point srsName="${name}"><gml:pos>${pos}</gml:pos></gml:Point>`;
      const { features } = await readAll('f.gml', wfs(road(geometry)));
      assert.deepEqual(features[0]!.geometry, { type: 'Point', coordinates: [9, 50] }, name);
    }
  });

  test('no entities: a document type declaration is refused', async () => {
    const text = wfs(road('')).replace('<wfs:F', '<!DOCTYPE x [<!ENTITY a "a">]><wfs:F');
    assert.equal((await readAll('f.gml', text, { format: 'gml' })).fault?.kind, 'unsafe');
  });
});
