import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hubFilter } from './layer-filter.ts';

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
      `("properties.a=b" <> 'x' AND "properties.a=b" IS NOT NULL)`,
    ].join(' AND '),
  });
});
