import { parseStored } from '../json/exact-json.ts';
import type { FeatureText } from './feature-text.ts';

/** Instead of an array or object, which takes parsing. */
export const NOT_PLAIN = Symbol('not plain');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const COMMA = 0x2c;

/** How names are written in stored texts, by the paths that they are of. */
const writtenNames = new WeakMap<readonly string[], readonly string[]>();

function namesOf(path: readonly string[]): readonly string[] {
  let names = writtenNames.get(path);
  if (!names) {
    names = path.map((name) => `${JSON.stringify(name)}:`);
    writtenNames.set(path, names);
  }
  return names;
}

/**
 * What is at a path below `properties`, as `parseStored` gives it, without parsing all the rest: that takes several times as long.
 * Stored texts are as JSON.stringify writes them, so that a name looks one way only, and there is nothing between it and its value.
 */
export function storedValue({ text, propertiesStart }: FeatureText, path: readonly string[]): unknown {
  if (path.length === 0) return NOT_PLAIN;
  let at = propertiesStart;
  for (const name of namesOf(path)) {
    if (text.charCodeAt(at) !== OPENING_BRACE) return undefined;
    at = memberAt(text, at, name);
    if (at < 0) return undefined;
  }
  return plainValueAt(text, at);
}

/** Where the value of a member begins, of the object that begins at a position; -1 where it has no such member. */
function memberAt(text: string, start: number, name: string): number {
  let at = start;
  let depth = 0;
  for (let found = text.indexOf(name, start); found >= 0; found = text.indexOf(name, found + 1)) {
    while (at < found) {
      const code = text.charCodeAt(at++);
      if (code === QUOTE) at = behindText(text, at);
      else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth++;
      else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
        depth--;
        if (depth === 0) return -1;
      }
    }
    // Otherwise it is of another object, or the end of a longer name.
    if (at === found && depth === 1) return found + name.length;
  }
  return -1;
}

/** The position behind the quote that ends a text. */
function behindText(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return at;
}

function plainValueAt(text: string, at: number): unknown {
  const first = text.charCodeAt(at);
  if (first === OPENING_BRACE || first === OPENING_BRACKET) return NOT_PLAIN;
  // Parsed, not cut out: a part of a text would hold all of it in memory.
  if (first === QUOTE) return parseStored(text.slice(at, behindText(text, at + 1)));
  let end = at;
  while (end < text.length && !isEnd(text.charCodeAt(end))) end++;
  return parseStored(text.slice(at, end));
}

function isEnd(code: number): boolean {
  return code === COMMA || code === CLOSING_BRACE;
}
