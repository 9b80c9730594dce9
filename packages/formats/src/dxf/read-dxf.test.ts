import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geometry, Position } from '@meridian/geo/geojson';
import { readFeatures } from '../node.ts';
import type { ReadOptions } from '../options.ts';
import { bytesSource } from '../source.ts';

type Groups = readonly (number | string)[];

const lines = (groups: Groups) => groups.map((item) => `${item}\n`).join('');
const drawing = (...entities: Groups[]) =>
  lines([0, 'SECTION', 2, 'ENTITIES', ...entities.flat(), 0, 'ENDSEC', 0, 'EOF']);
const point = (x: number | string, y: number | string, ...more: Groups): Groups => [
  ...[0, 'POINT', 8, '0', 10, x, 20, y],
  ...more,
];

async function read(text: string, options: ReadOptions = {}, name = 'plan.dxf', beside: string[] = []) {
  const source = {
    ...bytesSource(Buffer.from(text, 'latin1'), name),
    siblings: async () => beside.map((prj) => bytesSource(Buffer.from(prj), 'plan.prj')),
  };
  const reader = readFeatures(source, options);
  const records = await Array.fromAsync(reader);
  return {
    format: reader.format,
    guesses: reader.guesses,
    geometries: records.map(({ feature, refused }) => feature?.geometry ?? refused?.reason),
    properties: records.map(({ feature }) => feature?.properties),
    lines: records.map(({ feature, refused }) => (feature ? undefined : refused.location.line)),
  };
}

test('a drawing is known by how it begins, comments and blanks before it or not', async () => {
  for (const before of ['', '999\nmade by hand\n', '999\r\n'.repeat(2)])
    assert.equal((await read(before + drawing(point(1, 2)), {}, 'plan')).format, 'dxf');
  assert.equal((await read(`  ${drawing(point(1, 2)).replaceAll('\n', '\r\n')}`, {}, 'x')).format, 'dxf');
});

test('arcs in polylines keep to the circle that their bulge stands for', async () => {
  const polyline = (flags: number): Groups => [
    ...[0, 'LWPOLYLINE', 8, '0', 70, flags, 10, 0, 20, 0, 42, 1, 10, 10, 20, 0, 42, 0.5, 10, 10, 20, 10],
  ];
  const [line, area] = (await read(drawing(polyline(0), polyline(1)))).geometries as Geometry[];
  assert.equal(line!.type, 'LineString');
  assert.equal(area!.type, 'Polygon');
  const positions = (line as { coordinates: Position[] }).coordinates;
  // Half a circle around 5 0, to the left as seen from its start: below.
  const half = positions.slice(0, positions.findIndex(([x, y]) => x === 10 && y === 0) + 1);
  assert.equal(half.length, 46);
  assert.ok(half.every(([x, y]) => Math.abs(Math.hypot(x - 5, y) - 5) < 1e-9 && y <= 0));
  assert.deepEqual(positions.at(-1), [10, 10]);
  assert.deepEqual((area as { coordinates: Position[][] }).coordinates[0]!.at(-1), [0, 0]);
});

test('two closed half circles are an area, a closed line there and back is a line', async () => {
  const closed = (bulge: number): Groups => [
    ...[0, 'LWPOLYLINE', 70, 1, 10, 0, 20, 0, 42, bulge, 10, 4, 20, 0, 42, bulge],
  ];
  const { geometries } = await read(drawing(closed(1), closed(0)));
  assert.deepEqual(
    geometries.map((geometry) => (geometry as Geometry).type),
    ['Polygon', 'LineString'],
  );
});

test('a hatch is bounded by its edges, also by those that are given backwards, and its holes', async () => {
  const edge = (x: number, y: number, toX: number, toY: number): Groups => [
    ...[72, 1, 10, x, 20, y, 11, toX, 21, toY],
  ];
  const hatch: Groups = [
    ...[0, 'HATCH', 10, 0, 20, 0, 30, 0, 2, 'SOLID', 91, 2],
    ...[92, 1, 93, 3, ...edge(9, 0, 0, 0), ...edge(9, 0, 9, 9), ...edge(0, 0, 9, 9), 97, 1, 330, '1F'],
    ...[92, 2, 72, 0, 73, 1, 93, 3, 10, 5, 20, 1, 10, 8, 20, 1, 10, 8, 20, 4, 97, 0],
    ...[75, 0, 98, 1, 10, 70, 20, 70],
  ];
  const { geometries } = await read(drawing(hatch));
  const [geometry] = geometries as [{ type: string; coordinates: Position[][] }];
  assert.equal(geometry.type, 'Polygon');
  assert.deepEqual(
    geometry.coordinates.map((ring) => ring.length),
    [4, 4],
  );
});

test('edges of a hatch may be splines, with points that they go through or, in older files, without', async () => {
  const knots = [0, 0, 0, 1, 1, 1].flatMap((knot) => [40, knot]);
  const spline: Groups = [
    ...[72, 4, 94, 2, 73, 0, 74, 0, 95, 6, 96, 3, ...knots, 10, 0, 20, 0, 10, 5, 20, 8, 10, 9, 20, 0],
  ];
  const back: Groups = [72, 1, 10, 9, 20, 0, 11, 0, 21, 0];
  const hatch = (...path: Groups) => [0, 'HATCH', 91, 1, 92, 1, 93, 2, ...path, 97, 0, 75, 0];
  const fit: Groups = [97, 1, 11, 4, 21, 4, 12, 1, 22, 1, 13, 1, 23, -1];
  const { geometries } = await read(
    drawing(hatch(...spline, ...fit, ...back), hatch(...back, ...spline), hatch(...spline, 97, 0, ...back)),
  );
  for (const geometry of geometries) assert.equal((geometry as Geometry).type, 'Polygon', String(geometry));
});

test('blocks are points with their attributes, and it is told that what they draw is not read', async () => {
  const { properties, guesses } = await read(
    drawing(
      [0, 'INSERT', 5, '2A', 8, 'Trees', 66, 1, 2, 'TREE', 10, 1, 20, 2, 41, 2, 50, 30],
      [0, 'ATTRIB', 8, 'Trees', 10, 1, 20, 2, 40, 1, 1, 'oak', 2, 'KIND'],
      [0, 'ATTRIB', 8, 'Trees', 10, 1, 20, 2, 40, 1, 1, '12', 2, '__proto__'],
      [0, 'SEQEND', 8, 'Trees'],
    ),
  );
  assert.equal(
    JSON.stringify(properties),
    '[{"entity":"INSERT","layer":"Trees","handle":"2A","block":"TREE","rotation":30,"scaleX":2,"attributes":{"KIND":"oak","__proto__":"12"}}]',
  );
  assert.deepEqual(guesses, ['coordinates in WGS 84', 'blocks read as points, without what they draw: 1']);
});

test('what is on paper or of a kind that is not read is counted, meshes are refused', async () => {
  const { geometries, guesses, lines } = await read(
    drawing(
      point(1, 2, 67, 1),
      [0, 'VIEWPORT', 10, 1],
      [0, 'WIPEOUT', 10, 1],
      [0, 'VIEWPORT', 10, 1],
      [0, 'POLYLINE', 66, 1, 70, 64],
      [0, 'VERTEX', 10, 1, 20, 1, 70, 192],
      [0, 'SEQEND'],
      point('x', 2),
      [0, 'LINE', 10, 1, 20, 2],
    ),
  );
  assert.deepEqual(geometries, [
    'POLYLINE is a mesh of faces, which is not read',
    'POINT has "x" as a number (group 10)',
    'LINE has no position (group 11)',
  ]);
  assert.deepEqual(lines, [28, 44, 52]);
  assert.deepEqual(guesses, [
    'coordinates in WGS 84',
    'entities on sheets of paper, left out: 1',
    'entities that are not read, left out: 2 VIEWPORT, 1 WIPEOUT',
  ]);
});

test('coordinates that are no degrees need a system: named, or in a .prj', async () => {
  const far = drawing(point(500000, 5540000));
  await assert.rejects(
    read(far),
    /plan\.dxf: has coordinates that are no degrees \(500000 5540000\).*\(crs\)/,
  );
  const header = (low: number, high: number) =>
    lines([0, 'SECTION', 2, 'HEADER', 9, '$EXTMIN', 10, low, 20, low, 9, '$EXTMAX', 10, high, 20, high]) +
    lines([0, 'ENDSEC']);
  // Before anything was read; the corners of a drawing that has none are the wrong way round.
  await assert.rejects(read(header(0, 1e6) + drawing(point(1, 2))), /no degrees \(1000000 1000000\)/);
  assert.equal((await read(header(1e20, -1e20) + drawing(point(1, 2)))).geometries.length, 1);
  for (const [options, beside] of [
    [{ crs: 'EPSG:25832' }, []],
    [{}, ['+proj=utm +zone=32 +ellps=GRS80 +units=m']],
  ] as const) {
    const { geometries, guesses } = await read(header(0, 1e6) + far, options, 'plan.dxf', [...beside]);
    const [x, y] = (geometries[0] as { coordinates: Position }).coordinates;
    assert.ok(Math.abs(x - 9) < 1e-6 && Math.abs(y - 50.0123155) < 1e-6, `${x} ${y}`);
    assert.deepEqual(guesses, []);
  }
});

test('texts are in the code page of the header, in UTF-8 since 2007, or as asked for', async () => {
  const said = (version: string, page: string) =>
    lines([0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, page, 0, 'ENDSEC']);
  const text = (bytes: Buffer) => drawing([0, 'TEXT', 10, 1, 20, 2, 1, bytes.toString('latin1')]);
  const [cyrillic, utf8] = [Buffer.from([0xc6, 0xf3, 0xea]), Buffer.from('Жук')];
  for (const [file, options] of [
    [said('AC1015', 'ANSI_1251') + text(cyrillic), {}],
    [said('AC1024', 'ANSI_1251') + text(utf8), {}],
    [text(utf8), {}],
    [text(cyrillic), { encoding: 'windows-1251' }],
  ] as const)
    assert.equal((await read(file, options)).properties[0]!.text, 'Жук');
  await assert.rejects(read(said('AC1024', '') + text(cyrillic)), /bytes that are no text in utf-8/);
});

test('colours are those of the entity, in bits or by number, or those of its layer', async () => {
  const layer = lines([
    ...[0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LAYER', 0, 'LAYER', 2, 'Off', 62, -30],
    ...[0, 'ENDTAB', 0, 'ENDSEC'],
  ]);
  const on = (...more: Groups): Groups => [0, 'POINT', 8, 'OFF', 10, 1, 20, 2, ...more];
  const { properties } = await read(
    layer + drawing(on(), on(62, 256), on(62, 5), on(62, 11), on(62, 5, 420, 0x123456), on(62, 0)),
  );
  assert.deepEqual(
    properties.map((one) => one!.color),
    ['#ff7f00', '#ff7f00', '#0000ff', '#ff7f7f', '#123456', undefined],
  );
});

test('a drawing that is cut off or damaged is a fault with its line, behind the features before it', async () => {
  const whole = drawing(point(1, 2), point(3, 4));
  const cut = whole.slice(0, whole.indexOf('3\n20\n'));
  for (const [text, reason] of [
    [cut, /plan\.dxf: ends without EOF, behind line 17/],
    [whole.replace('20\n4', 'twenty\n4'), /has "twenty" instead of a group code \(line 19\)/],
  ] as const) {
    const seen: unknown[] = [];
    await assert.rejects(async () => {
      for await (const { feature } of readFeatures(bytesSource(Buffer.from(text), 'plan.dxf')))
        seen.push(feature?.geometry);
    }, reason);
    assert.deepEqual(seen, [{ type: 'Point', coordinates: [1, 2] }]);
  }
});

test('few numbers that stand for many positions are refused, and long objects not held', async () => {
  const arcs = Array.from({ length: 12_000 }, (_, i) => [10, i % 2, 20, 0, 42, 1e6]).flat();
  const { geometries } = await read(drawing([0, 'LWPOLYLINE', ...arcs]));
  assert.deepEqual(geometries, ['LWPOLYLINE would have more than 1000000 positions']);
  for (const end of [1e9, 1e12, 1e300]) {
    const arc: Groups = [0, 'ARC', 8, '0', 10, 0, 20, 0, 40, 5, 50, 0, 51, end];
    const ellipse: Groups = [0, 'ELLIPSE', 8, '0', 10, 0, 20, 0, 11, 5, 21, 0, 40, 0.5, 41, 0, 42, end];
    assert.deepEqual((await read(drawing(arc, ellipse))).geometries, [
      'ARC would have more than 1000000 positions',
      'ELLIPSE would have more than 1000000 positions',
    ]);
  }
  const long = drawing([0, 'LWPOLYLINE', ...arcs]);
  await assert.rejects(
    read(long, { limits: { featureBytes: 1000 } }),
    /more than 1000 characters \(line 6\)/,
  );
  const vertices = Array.from({ length: 100 }, () => [0, 'VERTEX', 10, 1, 20, 1]).flat();
  await assert.rejects(
    read(drawing([0, 'POLYLINE', 66, 1, ...vertices]), { limits: { featureBytes: 500 } }),
    /more than 500 characters \(line 6\)/,
  );
});
