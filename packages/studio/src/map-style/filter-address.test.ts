import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LayerFilter } from '../filter/layer-filter.ts';
import { readFilters, writeFilters } from './filter-address.ts';

const NONE: LayerFilter = { tags: [], where: [] };
const BY_ALL: LayerFilter = {
  tags: ['oak'],
  where: [['p.height', '>', 5], { match: 'any', where: [['p.name', 'contains', 'ä&=#']] }],
  match: 'any',
  text: 'old tree',
};

describe('filters in addresses', () => {
  test('are read as they were written, of layers that have one', () => {
    const text = writeFilters([
      { space: 'trees', filter: BY_ALL },
      { space: 'roads', filter: NONE },
    ]);
    assert.deepEqual(readFilters(text), [['trees', BY_ALL]]);
  });

  test('are left out where there are none, or where an address would be too long', () => {
    assert.equal(writeFilters([{ space: 'trees', filter: NONE }]), undefined);
    assert.equal(writeFilters([{ space: 'trees', filter: { ...NONE, text: 'ä'.repeat(400) } }]), undefined);
  });

  const refused: [what: string, text: string | undefined][] = [
    ['nothing', undefined],
    ['an empty text', ''],
    ['no JSON', '[['],
    ['no list', '{"trees":{}}'],
    ['null', 'null'],
    ['an entry that is none', '[null,1,"trees",[],["trees"],["trees",null],[1,{"text":"a"}]]'],
    [
      'no condition',
      '[["trees",{"tags":[1],"where":[["p.a","DROP",1],["x","=",1],{"match":"any"}],"text":3}]]',
    ],
    ['too much', `[["trees",{"text":"${'a'.repeat(3000)}"}]]`],
  ];
  for (const [what, text] of refused)
    test(`that are ${what} are none`, () => assert.deepEqual(readFilters(text), []));

  test('have only what is a filter', () => {
    const text =
      '[["trees",{"where":[["p.a","=",1],["p.b","?",2]],"match":"most","more":1,"__proto__":{"text":"x"}}]]';
    assert.deepEqual(readFilters(text), [['trees', { tags: [], where: [['p.a', '=', 1]] }]]);
  });
});
