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
