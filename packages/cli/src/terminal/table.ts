import { styleText } from 'node:util';

export type TableOptions = {
  /** Cells are cut so that a row fits; 0 = as wide as it needs to be. */
  width?: number;
  /** Columns whose cells stand at the right: numbers. */
  right?: readonly number[];
};

const GAP = '  ';
const LEAST_CUT = 8;

/** Rows under a head, in columns as wide as they need to be, or as there is room for. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { width = 0, right = [] }: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map(visible));
  const wanted = head.map((title, i) => Math.max(lengthOf(title), ...cells.map((row) => lengthOf(row[i]!))));
  const widths = width > 0 ? fitted(wanted, width - GAP.length * (head.length - 1)) : wanted;
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => pad(cut(cell, widths[i]!), widths[i]!, right.includes(i)))
      .join(GAP)
      .trimEnd();
  return [emphasized(line(head)), ...cells.map(line)].map((text) => `${text}\n`).join('');
}

/** What a row may be wide: a terminal's columns; anything else takes all of it. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : 0;
}

/** Bold on a terminal that shows it, plain anywhere else. */
export function emphasized(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

/** Data must not move the cursor or colour the user's screen. */
export function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => (/\s/.test(control) ? ' ' : '�'));
}

/** The widest columns give way first. */
function fitted(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted];
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_CUT) break;
    widths[widths.indexOf(widest)] = widest - 1;
    over--;
  }
  return widths;
}

function cut(text: string, width: number): string {
  if (lengthOf(text) <= width) return text;
  return `${[...text].slice(0, width - 1).join('')}…`;
}

function pad(text: string, width: number, atRight: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - lengthOf(text)));
  return atRight ? blanks + text : text + blanks;
}

function lengthOf(text: string): number {
  return [...text].length;
}
