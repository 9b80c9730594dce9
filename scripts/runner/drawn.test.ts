import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allSuites, DRAWN, notDrawn } from './drawn.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

for (const drawn of DRAWN) {
  const { name, always, count, command } = drawn;
  const all = allSuites(drawn);

  test(`${name}: a run has those that always run and so many others, which follow from the seed`, () => {
    for (const file of always) assert.ok(all.includes(file), file);
    const left = notDrawn(drawn, 1);
    assert.equal(left.length, all.length - always.length - count);
    assert.ok(left.length > 0);
    for (const file of left) assert.ok(all.includes(file) && !always.includes(file), file);
    assert.deepEqual(notDrawn(drawn, 1), left);
  });

  test(`${name}: every suite is drawn sooner or later`, () => {
    let missing = all;
    for (let seed = 1; seed <= 60 && missing.length > 0; seed++) {
      const left = notDrawn(drawn, seed);
      missing = missing.filter((file) => left.includes(file));
    }
    assert.deepEqual(missing, []);
  });

  test(`${name}: there is a command that runs all of them`, () =>
    assert.ok(scripts[command.replace('npm run ', '')], command));
}
