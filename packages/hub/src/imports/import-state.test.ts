import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IMPORT_MEMBER, type ImportDefinition } from './import-member.ts';
import { type ImportState, nextRunAt, settingsOf, shownImport } from './import-state.ts';

const HOUR = 3_600_000;
const definition: ImportDefinition = { source: 'https://example.org/a.csv', every: '1d', mode: 'merge' };
const settings = settingsOf(definition);
const result = { startedAt: 1000, endedAt: 2000, error: 'no' };

describe('the next run', () => {
  const cases: [string, ImportState | undefined, number][] = [
    ['is due at once the first time', undefined, 0],
    [
      'waits for the lease of a hub that is at it',
      { settings, failures: 0, lease: { holder: 'a', startedAt: 1, until: 99 } },
      99,
    ],
    ['comes when its time has passed', { settings, failures: 0, last: result }, 1000 + 24 * HOUR],
    ['comes soon after a failure', { settings, failures: 1, last: result }, 1000 + HOUR / 6],
    [
      'comes later after each further failure',
      { settings, failures: 3, last: result },
      1000 + (HOUR / 6) * 4,
    ],
    ['is never later than without failures', { settings, failures: 99, last: result }, 1000 + 24 * HOUR],
    ['is due at once with another source', { settings: 'other', failures: 5, last: result }, 0],
  ];
  for (const [name, state, at] of cases) test(name, () => assert.equal(nextRunAt(definition, state), at));
});

describe('the member import', () => {
  test('is shown without user, password and keys', () => {
    const source = 'https://me:secret@example.org/x?token=abc&f=json&api_key=k';
    const shown = shownImport({ import: { ...definition, source } }, 0);
    assert.equal(shown?.source, 'https://***@example.org/x?token=***&f=json&api_key=***');
    assert.doesNotMatch(JSON.stringify(shown), /secret|abc|"k"|me:/);
  });
  for (const [value, expected] of [
    [{ source: 'file:///etc/passwd' }, /import\.source must be an http or https address/],
    [{ source: 'postgres://db/x' }, /import\.source must be an http or https address/],
    [{ source: 'https://***@example.org/' }, /\*\*\* in it/],
    [{ source: 'https://example.org', every: '4m' }, /import\.every must be a time from 5m to 366d/],
    [{ source: 'https://example.org', every: 60 }, /import\.every must be/],
    [{ source: 'https://example.org', mode: 'append' }, /import\.mode must be one of replace, merge/],
    [{ source: 'https://example.org', headers: {} }, /import\.headers is unknown/],
    [{ every: '1h' }, /import\.source is missing/],
  ] as const)
    test(`can not be ${JSON.stringify(value)}`, () =>
      assert.throws(() => IMPORT_MEMBER.read(value, 'import'), expected));
});
