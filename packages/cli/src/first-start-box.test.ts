import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstStartBox } from './first-start-box.ts';

const URL = 'http://127.0.0.1:8080';
const MADE = { email: 'admin@localhost', password: 'kaf3-pwm7-q2xd-9trn', token: 't'.repeat(43) };
const PRESET = { email: 'admin@localhost', password: undefined, token: undefined };

function frameOf(box: string): string[] {
  return box.split('\n').filter((line) => /^[╭│╰]/.test(line));
}

describe('the box of the first start', () => {
  test('names the URL, the account, the password and the token', () => {
    const frame = frameOf(firstStartBox(URL, MADE)).join('\n');
    for (const text of [URL, MADE.email, MADE.password, MADE.token]) assert.ok(frame.includes(text), text);
  });

  test('says that the secrets are shown only this once and only hashes are stored', () => {
    assert.match(firstStartBox(URL, MADE), /Shown only once.*hashes/);
  });

  test('has an example under it that can be copied and run', () => {
    assert.ok(
      firstStartBox(URL, MADE).includes(
        `  curl ${URL}/hub/spaces \\\n    -H "Authorization: Bearer ${MADE.token}"\n`,
      ),
    );
  });

  test('fits 80 columns', () => {
    for (const line of firstStartBox(URL, MADE).split('\n')) assert.ok(line.length <= 80, line);
  });

  test('repeats no preset secret and claims none to be shown', () => {
    const box = firstStartBox(URL, PRESET);
    assert.match(box, /Password {2}as you have set it/);
    assert.match(box, /Bearer \$MERIDIAN_ADMIN_TOKEN"/);
    assert.doesNotMatch(box, /only this once/);
  });
});

const shapes: [name: string, url: string, email: string, token: string][] = [
  ['usual values', URL, 'admin@localhost', 't'.repeat(43)],
  ['letters with accents, composed and not', URL, 'andré@jose\u0301.example', 't'],
  ['a token longer than 80 columns', URL, 'admin@localhost', 't'.repeat(128)],
  ['an IPv6 address', 'http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]:8080', 'admin@localhost', 't'],
];

for (const [name, url, email, token] of shapes)
  test(`the frame is straight with ${name}`, () => {
    const frame = frameOf(firstStartBox(url, { email, password: 'p', token }));
    const widths = new Set(frame.map((line) => line.normalize('NFC').length));
    assert.equal(widths.size, 1);
    assert.ok(frame.every((line) => /^[╭│╰].*[╮│╯]$/.test(line)));
  });
