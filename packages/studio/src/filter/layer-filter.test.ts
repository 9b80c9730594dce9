import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFilters, type FilterMember, hubFilter, type LayerCondition } from './layer-filter.ts';

test('parts of texts become conditions in CQL2, with what has a meaning there escaped', () => {
  assert.deepEqual(
    hubFilter(
      {
        tags: ['old'],
        where: [
          ['p.size', '>', 3],
          ['p.na"me', 'contains', "50%_o'\\k"],
          ['p.a.b', 'starts', 'x'],
        ],
        text: 'harbour',
      },
      'id IS NOT NULL',
    ),
    {
      tags: ['old'],
      where: [['p.size', '>', 3]],
      filter: [
        `CASEI(ACCENTI("properties.na""me")) LIKE CASEI(ACCENTI('%50\\%\\_o''\\\\k%'))`,
        `CASEI(ACCENTI("properties.a.b")) LIKE CASEI(ACCENTI('x%'))`,
        'id IS NOT NULL',
      ].join(' AND '),
      q: 'harbour',
    },
  );
});

test('without such conditions no filter is sent', () => {
  assert.deepEqual(hubFilter({ tags: [], where: [] }), { tags: [], where: [] });
});

test('a property whose name has a sign of an operator is compared in CQL2', () => {
  const where = [
    ['p.size <m>', '>=', 5],
    ['p.a=b', '=', ["it's", true, null]],
    ['p.a=b', '!=', ['x', null]],
    ['p.!a@', '=', 1],
  ] as const;
  assert.deepEqual(hubFilter({ tags: [], where: [...where] }), {
    tags: [],
    where: [['p.!a@', '=', 1]],
    filter: [
      `("properties.size <m>" >= 5)`,
      `("properties.a=b" = 'it''s' OR "properties.a=b" = TRUE OR "properties.a=b" IS NULL)`,
      `(("properties.a=b" <> 'x' OR "properties.a=b" IS NOT NULL AND ("properties.a=b" = 'x') IS NULL) AND "properties.a=b" IS NOT NULL)`,
    ].join(' AND '),
  });
});

test('groups, and conditions of which one is enough, are one condition in CQL2; the others stay what they were', () => {
  const oak: FilterMember = ['p.kind', '=', ['oak', 'elm']];
  const tall: LayerCondition = ['p.height', '>=', 20];
  const red: LayerCondition = ['p.colors', '@>', 'red'];
  const named: LayerCondition = ['p.name', 'starts', 'a'];
  const like = `CASEI(ACCENTI("properties.name")) LIKE CASEI(ACCENTI('a%'))`;
  const kinds = `("properties.kind" = 'oak' OR "properties.kind" = 'elm')`;
  const height = `("properties.height" >= 20)`;
  const colors = `(A_CONTAINS("properties.colors",('red')))`;
  assert.deepEqual(hubFilter({ tags: ['old'], where: [oak, { match: 'any', where: [tall, red] }] }), {
    tags: ['old'],
    where: [oak],
    filter: `(${height} OR ${colors})`,
  });
  assert.deepEqual(
    hubFilter(
      { tags: [], match: 'any', where: [oak, { match: 'all', where: [tall, named] }], text: 'x' },
      ['f.id', '=', ['a']],
      'id IS NOT NULL',
    ),
    {
      tags: [],
      where: [['f.id', '=', ['a']]],
      filter: `(${kinds} OR (${height} AND ${like})) AND id IS NOT NULL`,
      q: 'x',
    },
  );
  assert.deepEqual(hubFilter({ tags: [], match: 'any', where: [oak] }), { tags: [], where: [oak] });
});

test('each condition of a group counts as one', () => {
  const size = ['p.size', '>', 3] as const;
  assert.equal(countFilters({ tags: ['a'], where: [size, { match: 'any', where: [size, size] }] }), 4);
});
