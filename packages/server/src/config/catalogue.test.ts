import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CATALOGUE } from './catalogue.ts';
import { configurationPage } from './docs.ts';
import { settingsHelp } from './help.ts';
import type { Setting } from './setting.ts';
import { readSettings } from './settings.ts';

const entries = CATALOGUE as readonly Setting[];

for (const key of ['name', 'env', 'flag'] as const)
  test(`no two settings share a ${key}`, () => {
    assert.equal(new Set(entries.map((entry) => entry[key])).size, entries.length);
  });

for (const entry of entries) {
  test(`${entry.name}: variable and flag are spelt after the name`, () => {
    const words = entry.name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
    const prefix = words[0] === 'otel' ? '' : 'MERIDIAN_';
    assert.equal(entry.env, prefix + words.join('_').toUpperCase());
    assert.equal(entry.flag, words.join('-'));
  });

  test(`${entry.name}: example and default are right values`, () => {
    assert.ok(readSettings({ [entry.env]: entry.example }).ok);
    if (entry.default !== undefined)
      assert.ok(readSettings({ [entry.env]: entry.type.show(entry.default) }).ok);
  });

  test(`${entry.name}: the help shows flag, variable and description`, () => {
    const help = settingsHelp();
    assert.ok(help.includes(`  --${entry.flag} ${entry.type.placeholder}  (${entry.env})\n`));
    assert.ok(help.replaceAll(/\s+/g, ' ').includes(entry.description));
  });
}

test('the help fits a terminal of 80 columns', () => {
  assert.deepEqual(
    settingsHelp()
      .split('\n')
      .filter((line) => line.length > 80),
    [],
  );
});

test('docs/operating/configuration.md is what the catalogue says (node packages/server/src/config/write-docs.ts)', () => {
  const page = new URL('../../../../docs/operating/configuration.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), configurationPage());
});
