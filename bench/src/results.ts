import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, summarize } from './figure.ts';
import type { Effort } from './figures/setting.ts';
import type { Machine } from './machine.ts';

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));

/** Everything that was measured under one name, each round of it, for whoever wants to compare later. */
export function writeResults(
  name: string,
  figures: Figure[],
  run: { effort: Effort; machine: Machine },
): void {
  mkdirSync(FOLDER, { recursive: true });
  const measured = figures.map((figure) => ({ ...figure, summary: summarize(figure) }));
  const content = { name, at: new Date().toISOString(), ...run, figures: measured };
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(content, undefined, 2)}\n`);
}
