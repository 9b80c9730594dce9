import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { literalTexts } from './literal-texts.ts';

const APP = fileURLToPath(new URL('../app/', import.meta.url));

/** Names are the same in every language. */
const NAMES = ['Meridian', 'OpenAPI', '/metrics', 'EPSG:25832'];

async function textsOf(source: string): Promise<string[]> {
  const { code } = await transform(source, {
    loader: 'tsx',
    jsx: 'transform',
    jsxFactory: 'jsx',
    charset: 'utf8',
  });
  return literalTexts(code);
}

test('texts between and in elements are found', async () => {
  const found = await textsOf(`
    const view = (who: string) => (
      <section class="wide" aria-label="Layers of the map">
        <p title={'A hint'}>Hello, {who}! {who === 'me' ? 'You' : t.other} (2 × 3)</p>
        <Field label="Name" kind="text" onChange={() => say('not seen')}>{t.ok}</Field>
        <button key="k" type="button">{t.texts['x y']}</button>
      </section>
    );`);
  assert.deepEqual(found, ['Layers of the map', 'A hint', 'Hello, ', 'You', 'Name']);
});

test('no component says anything but what is in the catalogues', async () => {
  const said: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: APP })) {
    const texts = await textsOf(readFileSync(APP + file, 'utf8'));
    said.push(...texts.filter((text) => !NAMES.includes(text.trim())).map((text) => `${file}: ${text}`));
  }
  assert.deepEqual(said, []);
});
