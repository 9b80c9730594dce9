import { type Figure, summarize } from '../figure.ts';
import type { Results } from '../results.ts';
import { ratioText, targetText, withUnit } from '../table.ts';

/** The figures of some results as a Markdown table, and below it when and how quietly they were taken. */
export function figureTable(all: readonly Results[]): string {
  return [
    '| figure | ours | floor | ratio (spread) | target | |',
    '|---|---|---|---|---|---|',
    ...all.flatMap(({ figures }) => figures.map(tableRow)),
    '',
    takenNote(all),
  ].join('\n');
}

function tableRow(figure: Figure): string {
  const { ours, floor, ratio, spread, verdict } = summarize(figure);
  const cells = [
    figure.name,
    withUnit(ours, figure.unit),
    floor === undefined ? '' : withUnit(floor, figure.unit),
    ratio === undefined ? '' : `${ratioText(ratio)}${spreadText(spread, figure.rounds.length)}`,
    figure.target ? targetText(figure.target, figure.unit) : '',
    { ok: 'met', short: '**missed**', '': '' }[verdict],
  ];
  return `| ${cells.join(' | ')} |`;
}

function spreadText(spread: [number, number] | undefined, rounds: number): string {
  return spread && rounds > 1 ? ` (${ratioText(spread[0])}–${ratioText(spread[1])})` : '';
}

/** `get-feature, iterate: 2026-11-15, 5 rounds, load average 0.9` */
export function takenNote(all: readonly Results[]): string {
  const notes = new Map<string, string[]>();
  for (const { name, at, effort, loadAverage } of all) {
    const { rounds, features } = effort;
    const note = `${at.slice(0, 10)}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${features.toLocaleString('en').replaceAll(',', ' ')} features, load average of the machine at the end ${loadAverage}`;
    notes.set(note, [...(notes.get(note) ?? []), `\`${name}\``]);
  }
  return [...notes].map(([note, names]) => `${names.join(', ')}: ${note}.`).join('\n');
}
