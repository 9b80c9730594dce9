import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Geometry } from '@meridian/geo/geojson';
import type { PictureFormatId, PictureOptions } from './picture-options.ts';
import { writePicture } from './write-picture.ts';

const style = { color: '#ff0000', size: 5, opacity: 1 };
const SQUARE: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-10, -10],
      [10, -10],
      [10, 10],
      [-10, 10],
      [-10, -10],
    ],
    [
      [-5, -5],
      [5, -5],
      [5, 5],
      [-5, 5],
      [-5, -5],
    ],
  ],
};

async function picture(
  format: PictureFormatId,
  geometries: (Geometry | null)[],
  more: Partial<PictureOptions> = {},
) {
  const features = geometries.map((geometry) => ({ type: 'Feature' as const, geometry, properties: {} }));
  const options = { bounds: [-20, -20, 20, 20] as const, width: 200, title: 'a', style, ...more };
  const chunks = await Array.fromAsync(writePicture(format, each(features), options));
  return Buffer.concat(chunks);
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** The pixels of a PNG as another reads it: signature, header, rows without filters. */
function decode(png: Buffer) {
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.subarray(at + 4, at + 8).toString() === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(data));
  const stride = 1 + 3 * width;
  assert.equal(rows.length, stride * height);
  const at = (x: number, y: number) => [...rows.subarray(y * stride + 1 + 3 * x, y * stride + 4 + 3 * x)];
  return { width, height, at };
}

const [RED, WHITE] = [
  [255, 0, 0],
  [255, 255, 255],
];

test('an area is filled, its hole is not, and what is outside is white', async () => {
  const { width, height, at } = decode(await picture('png', [SQUARE]));
  assert.equal(width, 200);
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)];
  assert.deepEqual(at(x, y), WHITE, 'the hole');
  assert.deepEqual(at(x - 35, y), RED, 'between hole and edge');
  assert.deepEqual(at(x - 70, y), WHITE, 'outside');
  assert.deepEqual(at(0, 0), WHITE);
});

test('lines have their width, points a white rim, and opacity mixes with what is below', async () => {
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [-15, 10],
      [15, 10],
    ],
  };
  const point: Geometry = { type: 'Point', coordinates: [0, 0] };
  const { width, height, at } = decode(
    await picture('png', [line, point, null], { style: { ...style, opacity: 0.5 } }),
  );
  const [x, y] = [Math.floor(width / 2), Math.floor(height / 2)];
  assert.deepEqual(at(x, y), [255, 128, 128]);
  assert.deepEqual(at(x + 8, y), WHITE);
  const column = Array.from({ length: y - 10 }, (_, row) => at(x, row)[1]!);
  const covered = column.reduce((sum, green) => sum + (255 - green) / 127, 0);
  assert.ok(Math.abs(covered - style.size / 2) < 0.2, `${covered} pixels`);
});

test('bounds beyond 180 show both sides of the antimeridian', async () => {
  const points: Geometry = {
    type: 'MultiPoint',
    coordinates: [
      [175, 0],
      [-175, 0],
    ],
  };
  const { width, height, at } = decode(await picture('png', [points], { bounds: [170, -10, 190, 10] }));
  const y = Math.floor(height / 2);
  const red = Array.from({ length: width }, (_, x) => at(x, y)).filter(([, green]) => green === 0).length;
  assert.ok(red >= 14 && red <= 22, `${red} red pixels`);
});

test('an SVG has the same: paths with holes, circles, a title', async () => {
  const text = (
    await picture('svg', [SQUARE, { type: 'Point', coordinates: [0, 0] }], { title: '<a & b>' })
  ).toString();
  assert.match(text, /<title>&lt;a &amp; b&gt;<\/title>/);
  assert.match(text, /<path class="a" d="M[^"]*ZM[^"]*Z"\/>/);
  assert.match(text, /<circle class="p" cx="100" cy="\d+(?:\.\d)?" r="5"\/>/);
  assert.match(text, /\.a\{fill:#ff0000/);
  assert.ok(text.endsWith('</svg>\n'));
});

test('positions that fall on one pixel are written once, so a picture does not grow with what can not be seen', async () => {
  const coordinates = Array.from({ length: 100_000 }, (_, i): [number, number] => [
    i / 1e5,
    Math.sin(i) / 1e5,
  ]);
  const svg = await picture('svg', [{ type: 'LineString', coordinates }]);
  assert.ok(svg.length < 2000, `${svg.length} bytes`);
});

test('a high and narrow area is not higher than allowed', async () => {
  const { width, height } = decode(await picture('png', [], { bounds: [0, -80, 1, 80], width: 4096 }));
  assert.ok(height <= 4096 && height > 4000 && width < 100, `${width} × ${height}`);
});
