import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jsonDiff, type PatchStep } from './json-diff.ts';

describe('the steps from one value to another', () => {
  const cases: [what: string, before: unknown, after: unknown, steps: PatchStep[]][] = [
    ['none where they are equal', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a member more', {}, { a: 1 }, [{ op: 'add', path: '/a', value: 1 }]],
    ['a member less', { a: null }, {}, [{ op: 'remove', path: '/a' }]],
    ['another value', { a: 1 }, { a: null }, [{ op: 'replace', path: '/a', value: null }]],
    [
      'deep inside',
      { a: { b: 1, c: 1 } },
      { a: { b: 2, c: 1 } },
      [{ op: 'replace', path: '/a/b', value: 2 }],
    ],
    ['a list as a whole', { a: [1, 2] }, { a: [1] }, [{ op: 'replace', path: '/a', value: [1] }]],
    ['an object for a text', { a: 'x' }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    [
      'odd names',
      { 'a/b': 1, 'c~d': 1 },
      { 'c~d': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'replace', path: '/c~0d', value: 2 },
      ],
    ],
  ];
  const long = 'x'.repeat(300);
  cases.push([
    'what is below a very long name as a whole',
    { [long]: { a: 1, b: 2 } },
    { [long]: { a: 2, b: 2 } },
    [{ op: 'replace', path: `/${long}`, value: { a: 2, b: 2 } }],
  ]);
  for (const [what, before, after, steps] of cases)
    test(what, () => assert.deepEqual(jsonDiff(before, after), steps));

  test('of an object with more members than a call takes arguments', () => {
    const members = (value: number) =>
      Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`m${i}`, value]));
    assert.equal(jsonDiff({ a: members(1) }, { a: members(2) }).length, 200_000);
  });
});
