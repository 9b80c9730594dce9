import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, test } from 'node:test';
import { projectRules } from '../../../catalogue/projects.ts';
import type { ProjectTable } from '../../../catalogue.ts';
import { settled } from '../../../read/effect.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { SqliteRows } from './sqlite-rows.ts';

/** The calls of a table, answered at once. */
type Synchronous<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Awaited<R> : never;
};

let projects: Synchronous<ProjectTable>;
beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  for (const migration of CATALOGUE_MIGRATIONS) database.exec(migration);
  const rules = projectRules(new SqliteRows(database));
  projects = {
    get: (...args) => settled(rules.get(...args)),
    head: (...args) => settled(rules.head(...args)),
    add: (...args) => settled(rules.add(...args)),
    update: (...args) => settled(rules.update(...args)),
    remove: (...args) => settled(rules.remove(...args)),
    page: (...args) => settled(rules.page(...args)),
  };
});

const add = (id: string, owner = 'me', published = false, text = `{"id":"${id}"}`) =>
  projects.add(id, { owner, published, text })!;
const ids = (filter: { own: boolean; others: boolean }, after = 0, limit = 100) =>
  projects.page({ account: 'me', ...filter }, after, limit).projects.map(({ id }) => id);

describe('the project table', () => {
  test('gives back what was added, and nothing for an id that is not there', () => {
    const added = add('a', 'me', true);
    assert.deepEqual(projects.get('a'), added);
    assert.equal(added.published, true);
    assert.equal(projects.get('b'), undefined);
  });

  test('does not add an id twice', () => {
    add('a', 'me');
    assert.equal(projects.add('a', { owner: 'you', published: true, text: '{}' }), undefined);
    assert.equal(projects.get('a')?.owner, 'me');
  });

  test('changes a project only in the state in which it was read', () => {
    const first = add('a');
    const second = projects.update(first, { owner: 'me', published: true, text: '{"n":1}' });
    assert.equal(second?.text, '{"n":1}');
    assert.equal(projects.update(first, { owner: 'me', published: false, text: '{"n":2}' }), undefined);
    assert.equal(projects.remove(first), false);
    assert.equal(projects.get('a')?.text, '{"n":1}');
    assert.equal(projects.remove(second!), true);
    assert.equal(projects.get('a'), undefined);
  });

  test('never uses a serial number again', () => {
    const first = add('a');
    projects.remove(first);
    assert.ok(add('a').serial > first.serial);
  });

  for (const [own, others, expected] of [
    [true, false, ['mine', 'mine published']],
    [false, true, ['theirs published']],
    [true, true, ['mine', 'mine published', 'theirs published']],
  ] as const)
    test(`lists ${expected.join(', ')}`, () => {
      add('mine');
      add('theirs', 'you');
      add('mine published', 'me', true);
      add('theirs published', 'you', true);
      assert.deepEqual(ids({ own, others }), expected);
    });

  test('goes on behind a serial number, whatever came and went meanwhile', () => {
    const [, b, c] = ['a', 'b', 'c', 'd'].map((id) => add(id));
    assert.deepEqual(ids({ own: true, others: false }, 0, 2), ['a', 'b']);
    projects.remove(b!);
    projects.remove(c!);
    add('e');
    assert.deepEqual(ids({ own: true, others: false }, b!.serial, 2), ['d', 'e']);
  });

  test('cuts a page of large projects short and says that more follow', () => {
    const text = JSON.stringify('x'.repeat(3_000_000));
    for (const id of ['a', 'b', 'c']) add(id, 'me', false, text);
    const page = projects.page({ account: 'me', own: true, others: false }, 0, 3);
    assert.equal(page.projects.length, 2);
    assert.equal(page.more, true);
  });

  test('an exactly full last page has no more', () => {
    for (const id of ['a', 'b']) add(id);
    assert.equal(projects.page({ account: 'me', own: true, others: false }, 0, 2).more, false);
    assert.equal(projects.page({ account: 'me', own: true, others: false }, 0, 1).more, true);
  });
});
