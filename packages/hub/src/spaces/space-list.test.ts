import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Comparison } from '@meridian/store';
import { contentTime, isOwnedBy, matchesTimes, type SpaceListQuery } from './space-list.ts';

const query = (owner: string): SpaceListQuery => ({
  owner,
  includeRights: false,
  tag: undefined,
  contentUpdatedAt: [],
  limit: undefined,
  after: 0,
});

describe('the owner of a list', () => {
  const cases: [owner: string, mine: boolean, anns: boolean][] = [
    ['me', true, false],
    ['others', false, true],
    ['*', true, true],
    ['ann', false, true],
    ['bob', true, false],
    ['nobody', false, false],
  ];
  for (const [owner, mine, anns] of cases)
    test(`${owner} shows ${[mine && 'my own', anns && 'those of ann'].filter(Boolean).join(' and ') || 'nothing'}`, () => {
      assert.equal(isOwnedBy(query(owner), 'bob', 'bob'), mine);
      assert.equal(isOwnedBy(query(owner), 'ann', 'bob'), anns);
    });
});

describe('the time of content', () => {
  test('is that of the creation before the first write', () =>
    assert.equal(contentTime(100, { version: 0, updatedAt: 150 }), 100));
  test('is that of the last write then', () =>
    assert.equal(contentTime(100, { version: 1, updatedAt: 200 }), 200));

  const cases: [comparison: Comparison, operands: (number | string)[], matching: number[]][] = [
    ['=', [20], [20]],
    ['=', [10, 30], [10, 30]],
    ['!=', [20], [10, 30]],
    ['!=', [10, 20], [30]],
    ['>', [20], [30]],
    ['>=', [20], [20, 30]],
    ['<', [20], [10]],
    ['<=', [20], [10, 20]],
    ['=', ['10,20'], []],
    ['!=', ['10,20'], [10, 20, 30]],
    ['>', ['10,20'], [20, 30]],
  ];
  for (const [comparison, operands, matching] of cases)
    test(`${comparison} ${operands} of 10, 20 and 30 is ${matching}`, () =>
      assert.deepEqual(
        [10, 20, 30].filter((time) => matchesTimes(time, [{ comparison, operands }])),
        matching,
      ));

  test('must pass every test', () =>
    assert.deepEqual(
      [10, 20, 30].filter((time) =>
        matchesTimes(time, [
          { comparison: '>', operands: [10] },
          { comparison: '<', operands: [30] },
        ]),
      ),
      [20],
    ));
});
