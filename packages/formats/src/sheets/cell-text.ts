import type { Losses } from '../write/losses.ts';
import { escapeXml } from '../xml/escape.ts';

export const MAX_CELL_CHARACTERS = 32_767;

/** Characters that XML has not, and what looks like one written so. */
const CODED = /(?![\t\n\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Cs}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const CODE = /_x([0-9A-Fa-f]{4})_/g;

/** As Office Open XML writes a text: a control character is `_x0001_`. */
export function escapeCell(text: string, losses: Losses): string {
  const whole = text.length <= MAX_CELL_CHARACTERS;
  if (!whole) losses.add('cells');
  const coded = (whole ? text : text.slice(0, MAX_CELL_CHARACTERS)).replaceAll(
    CODED,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
  return escapeXml(coded);
}

/** Undoes it. */
export function unescapeCell(text: string): string {
  return text.replaceAll(CODE, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
