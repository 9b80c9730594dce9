import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseStored } from '../json/exact-json.ts';
import type { JsonObject } from '../json/own.ts';
import { lacksWord, relevance, wordsOf } from './text-search.ts';

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

describe('that a word is lacking shows in JSON as it is written', () => {
  const cases: [json: string, words: string[], lacks: boolean][] = [
    ['{"name":"Bern Nord"}', ['bern', 'nord'], false],
    ['{"name":"Bern Nord"}', ['bern', 'west'], true],
    ['{"bern":1}', ['bern'], false],
    // Numbers may be written in another way, letters folded, escapes stand for letters.
    ['{"n":1e2}', ['100'], false],
    ['{"n":1e2}', ['100', 'bern'], true],
    ['{"name":"Zürich"}', ['zurich'], false],
    ['{"name":"B\\u0065rn"}', ['bern'], false],
  ];
  for (const [json, words, lacks] of cases)
    test(`${json} ${words.join(' ')}: ${lacks}`, () => assert.equal(lacksWord(json, words), lacks));

  test('and what it is said of does not match', () => {
    let lacking = 0;
    const text = fc.string({ unit: fc.constantFrom(...'aeéßK\u212a 1"\\'), maxLength: 4 });
    const value = fc.oneof(text, fc.double({ noNaN: true }), fc.array(text, { maxLength: 2 }));
    const asked = fc.array(fc.constantFrom('a', 'e', 'ee', 'k', 'ss', '1', '1e', '11'), {
      minLength: 1,
      maxLength: 2,
    });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('v', 'w'), value), asked, (properties, words) => {
        if (!lacksWord(JSON.stringify(properties), words)) return;
        lacking++;
        assert.equal(relevance({ properties: properties as JsonObject }, { root: 'text', words }), 0);
      }),
      { numRuns: 2000 },
    );
    assert.ok(lacking > 0);
  });
});
