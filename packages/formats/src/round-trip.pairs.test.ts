import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Feature } from './feature.ts';
import { WRITE_FORMATS, type WriteFormatId, writeFeatures } from './node.ts';
import { NAMESPACE } from './tabular/column-names.ts';
import { collect, each, readAll } from './testing/read-all.ts';

const FORMATS = Object.keys(WRITE_FORMATS) as WriteFormatId[];

const feature = (name: string, geometry: object, properties: object = {}, members: object = {}): Feature =>
  ({ ...members, type: 'Feature', geometry, properties: { name, ...properties } }) as Feature;
const POINT = { type: 'Point', coordinates: [9, 50] };
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [9, 50],
      [10, 50],
      [10, 51],
      [9, 50],
    ],
  ],
};

const SOURCE: Feature[] = [
  feature('plain', POINT, { number: 1.5, flag: true, population_density: 'x' }, { id: 'a1', extra: 'e' }),
  feature('odd', POINT, { none: null, nested: { a: [1] }, [NAMESPACE]: { tags: ['t'] } }, { id: 'a2' }),
  feature('high', { type: 'Point', coordinates: [9, 50, 7] }, {}, { id: 'a3' }),
  feature('area', AREA, {}, { id: 'a4' }),
  feature('several', { type: 'GeometryCollection', geometries: [POINT, AREA] }, {}, { id: 'a5' }),
];

/** What may be lost on the way, by the letter that stands for it in the table. */
const ASPECTS: Record<string, (found: (name: string) => Feature | undefined) => boolean> = {
  i: (found) => found('plain')?.id === 'a1',
  t: (found) => JSON.stringify(found('odd')?.properties[NAMESPACE] ?? {}).includes('["t"]'),
  z: (found) => found('odd')?.properties.none === null,
  n: (found) => JSON.stringify(found('odd')?.properties.nested) === '{"a":[1]}',
  v: (found) => found('plain')?.properties.number === 1.5 && found('plain')?.properties.flag === true,
  l: (found) => found('plain')?.properties.population_density === 'x',
  m: (found) => found('plain')?.extra === 'e',
  h: (found) => JSON.stringify(found('high')?.geometry) === '{"type":"Point","coordinates":[9,50,7]}',
  a: (found) => JSON.stringify(found('area')?.geometry) === JSON.stringify(AREA),
  c: (found) => found('several')?.geometry?.type === 'GeometryCollection',
};

async function through(format: WriteFormatId, features: Feature[]): Promise<Feature[]> {
  const bytes = await collect(writeFeatures(format, each(structuredClone(features))));
  const { features: read, fault } = await readAll(`f.${WRITE_FORMATS[format].ending}`, bytes);
  assert.equal(fault, undefined);
  return read;
}

/** Letters of what is lost when features go through these formats, one after the other. */
function lost(...formats: WriteFormatId[]): Promise<string> {
  const key = formats.join();
  if (!known.has(key)) known.set(key, find(formats));
  return known.get(key)!;
}

const known = new Map<string, Promise<string>>();

async function find(formats: readonly WriteFormatId[]): Promise<string> {
  let features = SOURCE;
  for (const format of formats) features = await through(format, features);
  const found = (name: string) => features.find(({ properties }) => properties.name === name);
  const letters = Object.entries(ASPECTS).flatMap(([letter, isThere]) => (isThere(found) ? [] : [letter]));
  return letters.join('') || '–';
}

test('the page about files says what is lost between each pair of formats', async () => {
  const head = ['from \\ to', ...FORMATS.map((format) => `\`${format}\``)];
  const rows = [head, head.map(() => '---')];
  for (const from of FORMATS)
    rows.push([`\`${from}\``, ...(await Promise.all(FORMATS.map((to) => lost(from, to))))]);
  const table = rows.map((row) => `| ${row.join(' | ')} |`.replaceAll(' --- ', '---')).join('\n');
  const page = readFileSync(new URL('../../../docs/using/files.md', import.meta.url), 'utf8');
  assert.ok(page.includes(table), `docs/using/files.md should have this table:\n${table}`);
});

test('what is lost does not depend on what is read: each format loses the same wherever features come from', async () => {
  for (const to of FORMATS) {
    const alone = await lost(to);
    for (const from of FORMATS) {
      const both = new Set(`${await lost(from)}${alone}`.replaceAll('–', ''));
      const found = (await lost(from, to)).replaceAll('–', '');
      for (const letter of found) assert.ok(both.has(letter), `${from} → ${to} loses ${letter}`);
    }
  }
});
