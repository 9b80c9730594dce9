import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dataSetsIn } from './watched-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-watched-'));
after(() => rmSync(folder, { recursive: true }));
const put = (name: string, text = name) => writeFileSync(join(folder, name), text);
const fingerprint = (name: string) =>
  dataSetsIn(folder).dataSets.find((one) => one.name === name)!.fingerprint;

test('files of a folder are data sets, parts belong to one, and what is being written is none', () => {
  for (const name of [
    'b.geojson',
    'a.csv.gz',
    'roads.shp',
    'roads.dbf',
    'roads.PRJ',
    'roads.zip',
    'alone.dbf',
    'towns.TAB',
    'towns.dat',
    'towns.map',
    'towns.ID',
    'table.tab',
    'table.csv',
  ])
    put(name);
  for (const name of ['c.geojson.part', '.hidden.csv', 'd.csv~', 'b.geojson.refused.ndjson', 'notes.pdf'])
    put(name);
  mkdirSync(join(folder, 'within.gpkg'));
  const { dataSets, others } = dataSetsIn(folder);
  assert.deepEqual(
    dataSets.map(({ name }) => name),
    ['a.csv.gz', 'b.geojson', 'roads.shp', 'roads.zip', 'table.csv', 'table.tab', 'towns.TAB'],
  );
  assert.deepEqual(others, ['alone.dbf', 'notes.pdf']);
});

test('a data set changes when one of its files does, and only then', () => {
  const before = [fingerprint('roads.shp'), fingerprint('b.geojson')];
  assert.deepEqual([fingerprint('roads.shp'), fingerprint('b.geojson')], before);
  put('roads.dbf', 'other');
  assert.notEqual(fingerprint('roads.shp'), before[0]);
  const towns = fingerprint('towns.TAB');
  put('towns.map', 'other');
  assert.notEqual(fingerprint('towns.TAB'), towns);
  assert.equal(fingerprint('b.geojson'), before[1]);
  utimesSync(join(folder, 'b.geojson'), 1, 1);
  assert.notEqual(fingerprint('b.geojson'), before[1]);
});
