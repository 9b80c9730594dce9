import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '@meridian/geo/geojson';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { formatWkb } from './geometry/wkb.write.ts';
import { readFeatures } from './node.ts';
import { bytesSource } from './source.ts';
import { utf8 } from './testing/read-all.ts';

const polygon = (...rings: number[][][]) => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: rings },
  properties: {},
});
const open: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];
const whole = [...open, [0, 0]];

async function read(features: object[], repair: boolean) {
  const source = bytesSource(utf8(JSON.stringify({ type: 'FeatureCollection', features })), 'f.geojson');
  const found = [];
  for await (const record of readFeatures(source, { repair }))
    found.push(
      record.refused
        ? 'refused'
        : [(record.feature.geometry as { coordinates: unknown }).coordinates, record.repaired],
    );
  return found;
}

test('rings that are open are closed where repairs are asked for, and it is said', async () => {
  assert.deepEqual(await read([polygon(open)], false), ['refused']);
  assert.deepEqual(await read([polygon(open), polygon(whole)], true), [
    [[whole], 'geometry.coordinates[0] must be closed: its last position must equal its first'],
    [[whole], undefined],
  ]);
});

test('ends that differ in height only become one, and holes of too few positions are left out', async () => {
  const high = whole.map(([x, y], i) => [x!, y!, i]);
  const [[[ring]]] = (await read([polygon(high)], true)) as [[[number[][]]]];
  assert.deepEqual([ring.length, ring.at(-1)], [5, [0, 0, 0]]);
  const [[rings]] = (await read(
    [
      polygon(whole, [
        [1, 1],
        [2, 2],
      ]),
    ],
    true,
  )) as [[unknown[]]];
  assert.deepEqual(rings, [whole]);
});

test('what cannot be repaired stays refused', async () => {
  const far = open.map(([x, y]) => [x! + 300, y!]);
  assert.deepEqual(await read([polygon(far), polygon([[0, 0]])], true), ['refused', 'refused']);
});

test('an area that crosses itself is taken as it is, or made valid where repairs are asked for', async () => {
  const bowTie = [
    [0, 0],
    [4, 4],
    [4, 0],
    [0, 4],
    [0, 0],
  ];
  assert.deepEqual(await read([polygon(bowTie)], false), [[[bowTie], undefined]]);
  const [[areas, why]] = (await read([polygon(bowTie)], true)) as [[unknown[], string]];
  assert.equal(areas.length, 2);
  assert.equal(why, 'Self-intersection[2 2], the Polygon is a MultiPolygon now');
  const [[, both]] = (await read([polygon(bowTie.slice(0, 4))], true)) as [[unknown, string]];
  assert.match(both, /must be closed.*; Self-intersection\[2 2\]/);
});

test('rows of GeoParquet are repaired, too', async () => {
  const geo = {
    version: '1.0.0',
    primary_column: 'g',
    columns: { g: { encoding: 'WKB', geometry_types: [] } },
  };
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: 'g', data: [formatWkb({ type: 'Polygon', coordinates: [open] })], type: 'BYTE_ARRAY' },
    ],
    kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
  });
  const source = bytesSource(new Uint8Array(bytes), 'f.parquet');
  const [record] = await Array.fromAsync(readFeatures(source, { repair: true }));
  assert.deepEqual(record?.feature?.geometry, { type: 'Polygon', coordinates: [whole] });
  assert.match(record?.repaired ?? '', /must be closed/);
});
