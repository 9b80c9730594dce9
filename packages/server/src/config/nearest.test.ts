import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, nearest } from './nearest.ts';

const known = ['port', 'host', 'max-body-bytes'];

const cases: [given: string, meant: string | undefined][] = [
  ['prot', 'port'],
  ['hots', 'host'],
  ['max-body-size', 'max-body-bytes'],
  ['max_body_bytes', 'max-body-bytes'],
  ['colour', undefined],
];

for (const [given, meant] of cases)
  test(`${given} stands for ${meant ?? 'nothing known'}`, () => assert.equal(nearest(given, known), meant));

test('the distance of two texts counts the characters to change', () => {
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('same', 'same'), 0);
});
