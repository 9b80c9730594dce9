// Embedded engine only: it kills the program that has the files.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../model/json.ts';
import { type Change, Ledger } from './ledger.ts';

const OLD: JsonObject = { properties: { revision: 'old' } };
const NEW: JsonObject = { properties: { revision: 'new' } };
const change = (...ids: string[]): Change => new Map(ids.map((id) => [id, NEW]));
const found = (features: Record<string, JsonObject>) => new Map(Object.entries(features));

/** Holds `a` and `b` as acknowledged. */
function ledger(): Ledger {
  const made = new Ledger('a space');
  made.acknowledge(
    new Map([
      ['a', OLD],
      ['b', OLD],
    ]),
  );
  return made;
}

describe('after a crash the ledger', () => {
  test('accepts exactly what was acknowledged', () => {
    ledger().settle(found({ a: OLD, b: OLD }));
  });

  const losses: [what: string, features: Record<string, JsonObject>, message: RegExp][] = [
    ['an acknowledged feature that is lost', { a: OLD }, /b of a space is lost/],
    ['an acknowledged feature in another state', { a: OLD, b: NEW }, /feature b/],
    ['a feature that nobody wrote', { a: OLD, b: OLD, c: NEW }, /c of a space is there/],
  ];
  for (const [what, features, message] of losses) {
    test(`refuses ${what}`, () => {
      assert.throws(() => ledger().settle(found(features)), message);
    });
  }

  test('accepts an unanswered write that is wholly there, or not at all', () => {
    for (const features of [
      { a: OLD, b: OLD },
      { a: OLD, b: NEW, c: NEW },
    ]) {
      const one = ledger();
      one.begin(change('b', 'c'));
      one.settle(found(features));
      one.settle(found(features));
    }
  });

  test('refuses an unanswered write that is half there', () => {
    for (const features of [
      { a: OLD, b: NEW },
      { a: OLD, b: OLD, c: NEW },
    ]) {
      const one = ledger();
      one.begin(change('b', 'c'));
      assert.throws(() => one.settle(found(features)), /half there: 1 of them/);
    }
  });

  test('refuses a deleted feature that is back', () => {
    const one = ledger();
    one.acknowledge(new Map([['a', null]]));
    assert.throws(() => one.settle(found({ a: OLD, b: OLD })), /a of a space is there/);
  });
});
