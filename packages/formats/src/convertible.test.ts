import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesSource, readFeatures } from './node.ts';

const read = async (name: string, text: string) => {
  for await (const _ of readFeatures(bytesSource(new TextEncoder().encode(text), name)));
};

for (const [name, text, expected] of [
  [
    'roads.tab',
    '!table\n!version 300\n!charset WindowsLatin1\n',
    /is MapInfo TAB.*ogr2ogr -f GPKG out\.gpkg in\.tab/,
  ],
  [
    'plan.dxf',
    '999\ndxfrw 0.6.3\n  0\nSECTION\n  2\nHEADER\n',
    /is AutoCAD DXF.*ogr2ogr -f GPKG out\.gpkg in\.dxf/,
  ],
  ['plan', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n', /is AutoCAD DXF/],
  ['plan.dwg', 'AC1032\0\0\0\0', /is AutoCAD DWG.*save it as DXF/],
] as const)
  test(`of ${name} it is said what it is, and what turns it into a format that is read`, () =>
    assert.rejects(read(name, text), expected));

test('a table whose name ends in .tab is read', () => read('stations.tab', 'id\tlon\tlat\nx\t1\t2\n'));
