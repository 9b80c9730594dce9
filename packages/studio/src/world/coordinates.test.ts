import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Position, readCoordinates } from './coordinates.ts';

const ENGLISH = { north: 'N', east: 'E', south: 'S', west: 'W' };
const GERMAN = { ...ENGLISH, east: 'EO' };
const ARABIC = { north: 'Nش', east: 'Eق', south: 'Sج', west: 'Wغ' };

/** To 10 cm. */
const rounded = (positions: Position[]) =>
  positions.map((position) => position.map((degrees) => Math.round(degrees * 1e6) / 1e6));

describe('two plain numbers are latitude and longitude, or perhaps the other way round', () => {
  const cases: [text: string, ...positions: Position[]][] = [
    ['52.5, 13.4', [13.4, 52.5], [52.5, 13.4]],
    ['52.5,13.4', [13.4, 52.5], [52.5, 13.4]],
    ['52.5 13.4', [13.4, 52.5], [52.5, 13.4]],
    [' 52.5; 13.4 ', [13.4, 52.5], [52.5, 13.4]],
    ['52.5/13.4', [13.4, 52.5], [52.5, 13.4]],
    ['52.5° 13.4°', [13.4, 52.5], [52.5, 13.4]],
    ['(52.5, 13.4)', [13.4, 52.5], [52.5, 13.4]],
    ['[13.4, 52.5]', [52.5, 13.4], [13.4, 52.5]],
    ['geo:52.5,13.4?z=9', [13.4, 52.5], [52.5, 13.4]],
    ['geo:52.5,13.4;crs=wgs84', [13.4, 52.5], [52.5, 13.4]],
    ['-33.9, 18.4', [18.4, -33.9], [-33.9, 18.4]],
    ['\u221233.9, +18.4', [18.4, -33.9], [-33.9, 18.4]],
    ['٥٢٫٥، ١٣٫٤', [13.4, 52.5], [52.5, 13.4]],
    ['-33.9, 151.2', [151.2, -33.9]],
    ['151.2, -33.9', [151.2, -33.9]],
    ['5, 5', [5, 5]],
  ];
  for (const [text, ...positions] of cases)
    test(text, () => assert.deepEqual(readCoordinates(text, ENGLISH), positions));
});

describe('a comma is a decimal one where something else separates the numbers', () => {
  const cases: [text: string, position: Position][] = [
    ['52,5 13,4', [13.4, 52.5]],
    ['52,5; 13,4', [13.4, 52.5]],
    ['52,5, 13,4', [13.4, 52.5]],
    ['52,5,13,4', [13.4, 52.5]],
    ['52,5° / 13,4°', [13.4, 52.5]],
    ['52, 13,4', [13.4, 52]],
    ['52,13', [13, 52]],
    ['52,5', [5, 52]],
  ];
  for (const [text, position] of cases)
    test(text, () => assert.deepEqual(readCoordinates(text, ENGLISH)[0], position));
});

describe('degrees, minutes and seconds, with or without letters, in either order', () => {
  const cases: [text: string, position: Position][] = [
    [`52°30'N 13°24'E`, [13.4, 52.5]],
    ['52°30′N, 13°24′E', [13.4, 52.5]],
    [`13°24'E 52°30'N`, [13.4, 52.5]],
    [`N 52° 30' E 13° 24'`, [13.4, 52.5]],
    [`52° 30' 13° 24'`, [13.4, 52.5]],
    ['52 30 N 13 24 E', [13.4, 52.5]],
    ['40°26′46″N 79°58′56″W', [-79.982222, 40.446111]],
    ['40 26 46 N, 79 58 56 W', [-79.982222, 40.446111]],
    [`40°26'46.5"N 79°58'56,5"W`, [-79.982361, 40.44625]],
    [`40°26''S 79°W`, [-79, -40.007222]],
    [`33°54.5'S 18°25,2'E`, [18.42, -33.908333]],
    ['52.5N 13.4E', [13.4, 52.5]],
    ['N52.5 E13.4', [13.4, 52.5]],
    ['52.5n,13.4e', [13.4, 52.5]],
    ['52,5° N 13,4° E', [13.4, 52.5]],
    ['52.5N 13.4', [13.4, 52.5]],
    [`-33°54' 18°24'`, [18.4, -33.9]],
  ];
  for (const [text, position] of cases)
    test(text, () => assert.deepEqual(rounded(readCoordinates(text, ENGLISH)), [position]));
});

test('directions have the letters of the language', () => {
  assert.deepEqual(readCoordinates('52,5° N 13,4° O', GERMAN), [[13.4, 52.5]]);
  assert.deepEqual(readCoordinates('52,5° N 13,4° O', ENGLISH), []);
  assert.deepEqual(readCoordinates('٥٢٫٥° ش ١٣٫٤° غ', ARABIC), [[-13.4, 52.5]]);
});

describe('everything else is looked for as words', () => {
  const texts = [
    '',
    '52',
    '52.5',
    'Berlin',
    'E 13',
    'Route 66',
    '1 2 3',
    '12.5.2024',
    '2024-05-01',
    '91, 181',
    '95 N 13 E',
    '52°61′N 13°E',
    '52°30′70″N 13°E',
    '52N 13N',
    '52E 13E',
    '-52N 13E',
    'S 1 N 2 x',
    '52 30 13 24',
    `${'1 '.repeat(2000)}N`,
  ];
  for (const text of texts)
    test(text.slice(0, 40) || 'nothing', () => assert.deepEqual(readCoordinates(text, ENGLISH), []));
});
