import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const PAGES = [
  'SECURITY.md',
  'docs/developing/security-verification.md',
  'docs/developing/studio-promises.md',
];
const TEST = /\]\(([^)]+\.test\.ts)\)/g;

/** The rows of tables whose last column is that of the tests. */
function rowsOf(page: string): string[][] {
  const rows: string[][] = [];
  let isTested = false;
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) isTested = false;
    else if (cells.at(-1) === 'tests') isTested = true;
    else if (isTested && !cells.every((cell) => /^-+$/.test(cell))) rows.push(cells);
  }
  return rows;
}

for (const page of PAGES)
  test(`every row of ${page} names tests that exist, or says why there is none`, () => {
    const rows = rowsOf(page);
    assert.ok(rows.length > 10);
    for (const cells of rows) {
      const tests = [...cells.at(-1)!.matchAll(TEST)].map(([, path]) => join(ROOT, dirname(page), path!));
      assert.ok(tests.length > 0 || cells.at(-1)!.startsWith('none: '), `${page}: ${cells[0]}`);
      for (const path of tests) assert.ok(existsSync(path), path);
    }
  });
