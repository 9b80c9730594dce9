import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesSource, readFeatures } from './node.ts';

const read = async (name: string, text: string) => {
  for await (const _ of readFeatures(bytesSource(new TextEncoder().encode(text), name)));
};

for (const [name, text, expected] of [
  ['plan.dxf', 'AutoCAD Binary DXF\r\n\x1a\0', /is a binary DXF.*save it as DXF in text/],
  ['plan.dwg', 'AC1032\0\0\0\0', /is AutoCAD DWG.*save it as DXF/],
  ['plan.dwg', '\0\0', /is AutoCAD DWG/],
] as const)
  test(`of ${name} it is said what it is, and what turns it into a format that is read`, () =>
    assert.rejects(read(name, text), expected));

test('a table whose name ends in .tab is read', () => read('stations.tab', 'id\tlon\tlat\nx\t1\t2\n'));

test('of a page that came in place of a file it is said that it is one', () =>
  assert.rejects(
    read('data.csv', '\n<!DOCTYPE html>\n<title>Sign in, please</title>'),
    /data\.csv: is a page of HTML and not a file with features$/,
  ));
