import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStored } from '../json/exact-json.ts';
import type { JsonObject } from '../json/own.ts';
import { relevance, wordsOf } from './text-search.ts';

const score = (properties: JsonObject, q: string, paths?: string[][]) =>
  relevance({ properties }, { root: 'text', words: wordsOf(q), ...(paths ? { paths } : {}) });

describe('words', () => {
  const cases: [text: string, words: string[]][] = [
    ["Château d'Eau", ['chateau', 'd', 'eau']],
    ['Hauptstraße 12', ['hauptstrasse', '12']],
    ['ΟΔΟΣ', ['οδοσ']],
    ['København, Ærøskøbing', ['kobenhavn', 'aeroskobing']],
    ['Łódź đak Œuvre', ['lodz', 'dak', 'oeuvre']],
    ['STRAẞE ÞÓRSHÖFN ðıŋ', ['strasse', 'thorshofn', 'din']],
    ['São-Paulo / 北京', ['sao', 'paulo', '北京']],
    ['…', []],
  ];
  for (const [text, words] of cases) test(`of ${text}`, () => assert.deepEqual(wordsOf(text), words));
});

describe('a feature is found by', () => {
  const properties = {
    name: 'Lago di Garda',
    names: ['Gardasee', { de: 'Bénaco' }],
    depth: 346,
    address: { city: 'Riva' },
    '@ns:com:here:xyz': { space: 'secret', tags: ['hidden'] },
  };
  const cases: [q: string, isFound: boolean][] = [
    ['garda', true],
    ['GARD', true],
    ['lago riva', true],
    ['benaco', true],
    ['346', true],
    ['arda', false],
    ['lago como', false],
    ['secret', false],
    ['hidden', false],
  ];
  for (const [q, isFound] of cases)
    test(`${q}: ${isFound}`, () => assert.equal(score(properties, q) > 0, isFound));

  test('named properties only, if there are any', () => {
    assert.ok(score(properties, 'riva', [['address', 'city']]) > 0);
    assert.equal(score(properties, 'riva', [['name']]), 0);
  });

  test('the digits of a large number', () => {
    assert.ok(score(parseStored('{"n":90071992547409931}') as JsonObject, '90071992547409931') > 0);
  });
});

test('a whole text ranks before a first word, a later word and a beginning', () => {
  const texts = ['Bern', 'Bern Bümpliz', 'Stadt Bern', 'Bernau'];
  const scores = texts.map((name) => score({ name }, 'bern'));
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(scores).size, 4);
});
