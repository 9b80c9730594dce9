import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { directionOf, localeOf, preferredLanguage } from './languages.ts';
import { signInTexts } from './sign-in-texts.ts';

describe('the language of the studio', () => {
  for (const [tags, wanted] of [
    [['de-AT', 'en'], 'de'],
    [['fr', 'ar-EG', 'de'], 'ar'],
    [['EN-GB', 'de'], 'en'],
    [['fr', 'toString'], 'en'],
    [[], 'en'],
  ] as const)
    test(`is ${wanted} for ${tags.join(', ') || 'no wish'}`, () =>
      assert.equal(preferredLanguage(tags), wanted));

  test('takes number formats from the region that the browser asks for', () => {
    const [swiss, german] = [localeOf('de', ['en', 'de-CH']), localeOf('de', ['en'])];
    assert.match(new Intl.NumberFormat(swiss).format(12345.5), /^12.345\.5$/);
    assert.equal(new Intl.NumberFormat(german).format(12345.5), '12.345,5');
  });

  test('writes Arabic numbers with the digits that the data has', () =>
    assert.equal(new Intl.NumberFormat(localeOf('ar', ['ar-EG'])).format(123), '123'));

  test('is written from right to left in Arabic only', () =>
    assert.deepEqual([directionOf('ar'), directionOf('de'), directionOf('en')], ['rtl', 'ltr', 'ltr']));
});

test('the page for signing in speaks the language that a browser wants most', () => {
  const spoken = (header?: string) => signInTexts(header).language;
  assert.deepEqual(
    [
      spoken('de-CH,de;q=0.9,en;q=0.8'),
      spoken('fr, en;q=0.5, ar;q=0.7'),
      spoken('de;q=0, en'),
      spoken('*'),
      spoken(undefined),
    ],
    ['de', 'ar', 'en', 'en', 'en'],
  );
  assert.deepEqual([signInTexts('ar').direction, signInTexts('de').texts.submit], ['rtl', 'Anmelden']);
});
