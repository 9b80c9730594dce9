import { type Figure, summarize, type Target } from './figure.ts';

const HEADINGS = ['figure', 'ours', 'floor', 'ratio', 'spread', 'target', ''];

/** Fixed columns, so that each line can be printed as soon as it is known. */
const WIDTHS = [52, 20, 20, 7, 14, 10, 5];

export function tableHead(): string {
  return `${line(HEADINGS)}\n${'─'.repeat(WIDTHS.reduce((sum, width) => sum + width))}`;
}

export function tableLine(figure: Figure): string {
  const { ours, floor, ratio, spread, verdict } = summarize(figure);
  return line([
    figure.name,
    withUnit(ours, figure.unit),
    floor === undefined ? '–' : withUnit(floor, figure.unit),
    ratio === undefined ? '–' : ratioText(ratio),
    spread === undefined ? '' : `${ratioText(spread[0])}–${ratioText(spread[1])}`,
    figure.target ? targetText(figure.target, figure.unit) : '',
    verdict,
  ]);
}

function line(cells: string[]): string {
  return cells
    .map((cell, i) => cell.padEnd(WIDTHS[i]!))
    .join('')
    .trimEnd();
}

export function withUnit(value: number, unit: string): string {
  return `${significant(value)} ${unit}`;
}

/** Three digits are all that such measurements can claim. */
export function significant(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 }).replaceAll(',', ' ');
}

export function ratioText(ratio: number): string {
  return ratio >= 10 ? significant(ratio) : ratio.toFixed(2);
}

export function targetText({ of, atLeast, below }: Target, unit: string): string {
  const bound = atLeast === undefined ? `< ${below}` : `≥ ${atLeast}`;
  return of === 'ratio' ? bound : `${bound} ${unit}`;
}
