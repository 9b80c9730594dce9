import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gazetteer } from './find-places.ts';

const TEXT = [
  ['Germany', '', '', '10.4', '51.1', '4'],
  ['New York City', 'US', 'NY', '-74.006', '40.714', '9'],
  ['Paris', 'FR', '', '2.349', '48.853', '9'],
  ['Köln', 'DE', '', '6.95', '50.933', '10'],
  ['Paris', 'US', 'TX', '-95.555', '33.661', '11'],
  ['Le Touquet-Paris-Plage', 'FR', '', '1.59', '50.52', '11'],
]
  .map((fields) => fields.join('\t'))
  .join('\n');
const COUNTRIES: Record<string, string> = { US: 'United States', FR: 'France', DE: 'Germany' };
const gazetteer = new Gazetteer(TEXT, (code) => COUNTRIES[code]!);
const found = (asked: string, limit = 6) =>
  gazetteer
    .find(asked, limit)
    .map(({ name, country, region }) => [name, country, region].filter(Boolean).join(' '));

test('the most important place comes first, and names that begin with it come before others', () =>
  assert.deepEqual(found('paris'), ['Paris FR', 'Paris US TX', 'Le Touquet-Paris-Plage FR']));

test('a place of far more importance comes before names that begin with it', () => {
  const small = Array.from({ length: 20 }, (_, i) => `Smalltown ${i}\tGB\t\t0\t0\t11`);
  const names = ['New York', ...small, 'York', 'North York', 'Yorkville'];
  const lines = names.map((name) => (name.includes('\t') ? name : `${name}\tUS\t\t0\t0\t11`));
  const places = new Gazetteer(lines.join('\n'), (code) => code).find('york', 3);
  assert.deepEqual(
    places.map(({ name }) => name),
    ['New York', 'York', 'Yorkville'],
  );
});

for (const [asked, expected] of [
  ['KOLN', ['Köln DE']],
  ['yor', ['New York City US NY']],
  ['new york', ['New York City US NY']],
  ['paris united', ['Paris US TX']],
  ['Paris, TX', ['Paris US TX']],
  ['paris fr', ['Paris FR', 'Le Touquet-Paris-Plage FR']],
  ['germ', ['Germany']],
  ['united', []],
  ['ork', []],
  ['10.4', []],
  [' ', []],
] as const)
  test(`"${asked}" finds ${expected.join(' and ') || 'nothing'}`, () =>
    assert.deepEqual(found(asked), expected));

test('no more than asked for, with where to look', () => {
  assert.deepEqual(found('paris', 1), ['Paris FR']);
  assert.deepEqual(gazetteer.find('germany', 1), [{ name: 'Germany', at: [10.4, 51.1], zoom: 4 }]);
});
