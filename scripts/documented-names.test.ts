import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXCLUDED = ['**/node_modules', 'data'];
const PAGES = ['ARCHITECTURE.md', ...globSync('docs/developing/**/*.md', { cwd: ROOT })].sort();
const FILES = globSync('**/*.{ts,tsx,mts,css,sql,md,json}', { cwd: ROOT, exclude: EXCLUDED }).map((path) =>
  path.replaceAll('\\', '/'),
);
const WORDS = new Set(
  FILES.filter((path) => /\.(ts|tsx|json)$/.test(path)).flatMap(
    (path) => readFileSync(join(ROOT, path), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? [],
  ),
);

/** The inline code of a page: `names`, `paths/of/files.ts`. Generated tables of the lab book are left out. */
function inlineCode(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/^<!-- (?:figures|profile|growth|machine) .*?^<!-- end -->$/gms, '');
  return Array.from(text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g), ([, code]) => code!);
}

test('there are pages to look at', () => {
  assert.ok(PAGES.includes('docs/developing/glossary.md'));
  assert.ok(WORDS.has('openForReading') && !WORDS.has(['openFor', 'Nothing'].join('')));
});

for (const page of PAGES)
  test(`every file and symbol that ${page} names exists`, () => {
    for (const code of inlineCode(page)) {
      if (/^[\w./-]+\.(ts|tsx|css|sql)$/.test(code))
        assert.ok(
          FILES.some((path) => path === code || path.endsWith(`/${code}`)),
          `there is no file ${code}`,
        );
      else if (/^[A-Za-z_$][\w$]*(\.#?[A-Za-z_$][\w$]*)*(\(\))?$/.test(code))
        for (const name of code.match(/[A-Za-z_$][\w$]*/g)!)
          assert.ok(WORDS.has(name), `\`${code}\`: there is no ${name} in the sources`);
    }
  });
