import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machineNote } from '../machine.ts';
import { profileTable, readCallProfile } from '../profile/profile.ts';
import { readResults } from '../results.ts';
import { growthPlots, growthTable } from './curves.ts';
import { figureTable, takenNote } from './figure-table.ts';
import { renewBlocks, type Writer } from './page.ts';
import { drawPlot } from './plot.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/developing', import.meta.url));
const PAGES = ['lab-book.md', 'beside-others.md'].map((name) => join(FOLDER, name));
const PLOTS = 'lab-book';
const DOCUMENTED_FUNCTIONS = 5;

const WRITERS: Readonly<Record<string, Writer>> = {
  figures(names) {
    const all = names.map(readResults).filter((results) => results !== undefined);
    return all.length > 0 ? figureTable(all) : undefined;
  },
  machine(names) {
    const results = names.map(readResults).find((one) => one !== undefined);
    return results && `${machineNote(results.machine)}.`;
  },
  profile(names) {
    const all = names.map(readCallProfile).filter((profile) => profile !== undefined);
    if (all.length === 0) return undefined;
    return all
      .map(
        (profile) =>
          `**${profile.call}**, ${profile.features} features\n\n${profileTable(profile, DOCUMENTED_FUNCTIONS)}`,
      )
      .join('\n\n');
  },
  growth(names) {
    const all = names.map(readResults).filter((results) => results !== undefined);
    if (all.length === 0) return undefined;
    const figures = all.flatMap((results) => results.figures);
    const drawn = growthPlots(figures).map(([name, plot]) => {
      writeFileSync(join(FOLDER, PLOTS, `${name}.svg`), drawPlot(plot));
      return `![${plot.title}: ${plot.lines.map((line) => line.name).join(', ')}](${PLOTS}/${name}.svg)`;
    });
    return [...drawn, growthTable(figures), takenNote(all)].join('\n\n');
  },
};

/** Renews the tables and drawings of the documentation from `bench/results`. */
export function writeDocs(say: (text: string) => void): void {
  mkdirSync(join(FOLDER, PLOTS), { recursive: true });
  for (const page of PAGES) {
    writeFileSync(page, renewBlocks(readFileSync(page, 'utf8'), WRITERS));
    say(`wrote ${page}`);
  }
}
