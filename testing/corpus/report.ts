/** Prints every difference of the corpus with the number of the row that explains it, or 0: `node testing/corpus/report.ts [FORMAT]`. */
import { readdirSync } from 'node:fs';
import { differencesOf } from './differences.ts';
import { FILES, readEntries } from './entries.ts';
import { explains, readExplanations } from './explained.ts';

const explanations = readExplanations();
for (const format of readdirSync(FILES).sort())
  if (process.argv[2] === undefined || process.argv[2] === format)
    for (const entry of readEntries(format))
      for (const found of await differencesOf(format, entry)) {
        const file = `${format}/${entry.file}`;
        const row = explanations.findIndex((explanation) => explains(explanation, file, found)) + 1;
        console.log(`${row}\t${file}\t${found}`);
      }
