import type { AttributeValue } from './attribute-dictionary.ts';
import { isTakenApart } from './flat-name.ts';
import { endOfValue } from './scan-members.ts';
import { valueOfText } from './value-of-text.ts';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

type Take = (name: string, value: AttributeValue) => void;

/**
 * Passes over the JSON object that begins at a position, without parsing it: `take` hears of each value in it but for one member, of
 * those in objects under dotted names (`a.b`). Lists, and objects of a very long name, are JSON text; null is nothing. The text must
 * be JSON without blanks. Gives where the object ends: -1, perhaps after some values, where a name has an escape in it or the text is
 * not as expected, so that it has to be parsed.
 */
export function scanFlat(text: string, start: number, except: string, take: Take): number {
  return scanObject(text, start, '', except, take);
}

function scanObject(
  text: string,
  start: number,
  prefix: string,
  except: string | undefined,
  take: Take,
): number {
  if (text.charCodeAt(start) !== OPEN_BRACE) return -1;
  if (text.charCodeAt(start + 1) === CLOSE_BRACE) return start + 2;
  for (let at = start + 1; ; ) {
    if (text.charCodeAt(at) !== QUOTE) return -1;
    const end = text.indexOf('"', at + 1);
    if (end < 0 || text.charCodeAt(end + 1) !== COLON) return -1;
    const own = nameAt(text, at + 1, end);
    if (own === undefined) return -1;
    const to = scanValue(text, end + 2, prefix + own, own === except ? undefined : take);
    if (to < 0) return -1;
    const next = text.charCodeAt(to);
    if (next === CLOSE_BRACE) return to + 1;
    if (next !== COMMA) return -1;
    at = to + 1;
  }
}

/** Names up to this length are copied, so that none in the list below holds a whole text. */
const LONGEST_KNOWN = 12;

/**
 * Names that were met lately, by their ends and length: features of a space have the same ones, and to compare takes less than to make
 * each of them again and to find it in a map by all of its characters.
 */
const known: string[] = Array(256).fill('');

/** A name from one position up to another; undefined if it has an escape in it. */
function nameAt(text: string, from: number, to: number): string | undefined {
  const length = to - from;
  const slot = (text.charCodeAt(from) * 31 + text.charCodeAt(to - 1) * 7 + length) & 255;
  const name = known[slot]!;
  if (name.length === length && text.startsWith(name, from)) return name;
  const made = text.slice(from, to);
  if (made.includes('\\')) return undefined;
  if (length <= LONGEST_KNOWN) known[slot] = made;
  return made;
}

function scanValue(text: string, from: number, name: string, take: Take | undefined): number {
  if (take && text.charCodeAt(from) === OPEN_BRACE && isTakenApart(name))
    return scanObject(text, from, `${name}.`, undefined, take);
  const to = endOfValue(text, from);
  const value = take && to > 0 ? valueOfText(text, from, to) : undefined;
  // Zero in more than a digit stands for a number that is too small to be held.
  if (value === 0 && to > from + 1) take!(name, text.slice(from, to));
  else if (value !== undefined) take!(name, value);
  return to;
}
