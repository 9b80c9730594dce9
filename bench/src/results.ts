import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, type Summary, summarize } from './figure.ts';
import type { Effort } from './figures/setting.ts';
import type { Machine } from './machine.ts';

export const RESULTS_FOLDER = fileURLToPath(new URL('../results', import.meta.url));
/** Quick figures must not replace those that the documentation shows. */
const QUICK_FOLDER = join(RESULTS_FOLDER, 'quick');

/** Everything that was measured under one name, each round of it, for whoever wants to compare later. */
export type Results = {
  name: string;
  at: string;
  /** How long it took. */
  seconds: number;
  /** Of the machine when it ended: more than its cores means that something else ran. */
  loadAverage: number;
  effort: Effort;
  machine: Machine;
  figures: (Figure & { summary: Summary })[];
};

export type Run = { effort: Effort; machine: Machine; seconds: number; quick: boolean };

export function writeResults(name: string, figures: Figure[], { quick, ...run }: Run): void {
  const folder = quick ? QUICK_FOLDER : RESULTS_FOLDER;
  mkdirSync(folder, { recursive: true });
  const content: Results = {
    name,
    at: new Date().toISOString(),
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    ...run,
    figures: figures.map((figure) => ({ ...figure, summary: summarize(figure) })),
  };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, rounded, 2)}\n`);
}

/** Six digits are more than any measurement has, and keep the files short. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}

/** What the last full run under this name has left. */
export function readResults(name: string): Results | undefined {
  const path = join(RESULTS_FOLDER, `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : undefined;
}
