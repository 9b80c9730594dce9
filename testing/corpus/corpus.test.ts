import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { differencesOf } from './differences.ts';
import { FILES, readEntries } from './entries.ts';
import { explains, readExplanations } from './explained.ts';

/** Compares with what GDAL read when the corpus was made: nothing else has to be installed. */
const explanations = readExplanations();
const occurrences = explanations.map(() => new Set<string>());
let files = 0;

for (const format of readdirSync(FILES).sort())
  test(`files of the corpus are read as GDAL reads them, but for explained differences: ${format}`, async () => {
    const unexplained: string[] = [];
    for (const entry of readEntries(format)) {
      files++;
      const file = `${format}/${entry.file}`;
      for (const found of await differencesOf(format, entry)) {
        const at = explanations.findIndex((explanation) => explains(explanation, file, found));
        if (at < 0) unexplained.push(`${file}: ${found}`);
        else occurrences[at]!.add(file);
      }
    }
    assert.deepEqual(unexplained, []);
  });

test('every explained difference occurs in as many files as the table says', () => {
  const counts = explanations.map(({ files, text }, i) => `${files} ${text}: ${occurrences[i]!.size}`);
  assert.deepEqual(
    counts,
    explanations.map(({ files, text, count }) => `${files} ${text}: ${count}`),
  );
});

test('the corpus has at least 300 files', () => assert.ok(files >= 300, `${files} files`));
