import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../../testing/any-character.ts';
import { randomCases } from '../../../../../testing/effort.ts';
import { isFault } from '../../contract/is-fault.ts';
import { seed } from '../../contract/seed.ts';
import { normalizeTag, normalizeTags } from './tags.ts';

describe('a tag', () => {
  const cases: [given: string, kept: string][] = [
    ['park', 'park'],
    ['Park', 'park'],
    ['a-b_9', 'a-b_9'],
    ['two words', 'two words'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ÀÉÎÕÜ', 'aeiou'],
    ['Straße', 'straße'],
    ['İstanbul', 'istanbul'],
    ['東京', '東京'],
    ['한국', '한국'],
    ['МОСКВА', 'москва'],
    ['دبي', 'دبي'],
    ['ทะเล', 'ทะเล'],
    ['हिन्दी', 'हिन्दी'],
    ['🜨Earth', '🜨earth'],
    ['@Keep É', '@Keep É'],
    ['@', '@'],
    ['~Mixed É', '~Mixed E'],
    ['ref_A1', 'ref_A1'],
    ['Ref_A1', 'ref_a1'],
    ['sourceID_X', 'sourceID_X'],
    ['sourceid_X', 'sourceid_x'],
    ['a@B', 'a@b'],
  ];
  for (const [given, kept] of cases)
    test(`${given} is stored as ${kept}`, () => assert.equal(normalizeTag(given), kept));

  test(`is the same whether normalised once or twice (seed ${seed})`, () => {
    const tag = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: anyCharacter }),
      fc
        .constantFrom('~', '@', 'ref_', 'Ref_')
        .chain((prefix) => fc.string({ unit: 'grapheme' }).map((rest) => prefix + rest)),
    );
    fc.assert(
      fc.property(tag, (given) => assert.equal(normalizeTag(normalizeTag(given)), normalizeTag(given))),
      { seed, numRuns: randomCases(500) },
    );
  });
});

describe('a list of tags', () => {
  test('keeps its order and drops repeats', () =>
    assert.deepEqual(normalizeTags(['b', 'A', 'á', 'a', 'B'], 'tags'), ['b', 'a']));

  test('may be empty', () => assert.deepEqual(normalizeTags([], 'tags'), []));

  const refused: [tags: unknown[], message: RegExp][] = [
    [['a', ''], /^tags\[1\] must not be an empty tag/],
    [['a,b'], /^tags\[0\] must not contain a comma: "a,b"/],
    [['@a,b'], /^tags\[0\] must not contain a comma/],
    [[5], /^tags\[0\] must be a string/],
    [[null], /^tags\[0\] must be a string/],
    [[['a']], /^tags\[0\] must be a string/],
    [['\u0301'], /^tags\[0\] is empty once normalised/],
    [['a\ud800'], /^tags\[0\] must be valid Unicode text/],
  ];
  for (const [tags, message] of refused)
    test(`${JSON.stringify(tags)} is refused`, () =>
      assert.throws(() => normalizeTags(tags, 'tags'), isFault('invalid', message)));
});

test('a tag may have any number of the marks that are dropped, and 30 others in a row', () => {
  assert.equal(normalizeTag(`a${'\u0301\u0323'.repeat(50_000)}b`), 'ab');
  const points = '\u05b0'.repeat(30);
  assert.equal(normalizeTag(`א${points}`), `א${points}`);
  assert.throws(() => normalizeTag(`א${points}\u05b0`), isFault('invalid', /more than 30 combining marks/));
});
