import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', 'data', 'dist'] }).sort();

/** What stands in code is no link. */
function prose(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/(?<!`)`[^`\n]+`(?!`)/g, (code) => code.replaceAll(/[[\]()]/g, ' '));
}

function relativeLinks(page: string): string[] {
  return Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!).filter(
    (target) => !/^[a-z]+:/i.test(target),
  );
}

/** The names by which headings can be linked to, as code hosts make them. */
function anchors(page: string): string[] {
  const headings = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/^```.*?^```$/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

test('there are pages to look at', () => {
  assert.ok(PAGES.includes('README.md'));
});

for (const page of PAGES)
  test(`every relative link of ${page} leads somewhere`, () => {
    for (const link of relativeLinks(page)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), decodeURI(path));
      assert.ok(existsSync(join(ROOT, target)), `${link}: there is no ${target}`);
      if (anchor !== undefined)
        assert.ok(anchors(target).includes(anchor), `${link}: ${target} has no heading #${anchor}`);
    }
  });
