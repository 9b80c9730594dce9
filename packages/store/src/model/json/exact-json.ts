import { invalid } from '../fault.ts';
import { damagedText } from '../storage-fault.ts';

/** Deeper JSON is refused unless the operator wants it otherwise: recursion over it must not exhaust a stack. */
export const MAX_JSON_DEPTH = 200;

/**
 * Number literals that a double may not hold: integers of 16 digits and more, exponents of three digits and more.
 * Decimals such as 13.404999999999999 are doubles written out and are left to JSON.parse.
 */
const RISKY_NUMBER = /(?<![\d.])\d{16}|\d[eE][+-]?\d{3}/;

type RawJson = { rawJSON: string };
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

const rawJSON = (JSON as unknown as { rawJSON(text: string): RawJson }).rawJSON;
const isRawJSON = (JSON as unknown as { isRawJSON(value: unknown): value is RawJson }).isRawJSON;

/**
 * JSON.parse that changes no number: what a double can't hold (9007199254740993, 1e999) is stored as its digits,
 * and JSON.stringify writes those digits out again. `name` says in the error what could not be read.
 */
export function parseExactly(text: string, name: string, maxDepth = MAX_JSON_DEPTH): unknown {
  const isRisky = scan(text, name, maxDepth);
  refuseLoneBackslash(text, name);
  try {
    return isRisky ? JSON.parse(text, keepDigits as never) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(`${name} is not valid JSON: ${error.message}`);
    throw error;
  }
}

/**
 * V8 (seen in Node 24 to 26.10) takes every name that is one escape sequence for a backslash once it has seen an
 * object with a member of that name. Nobody's data may change how others' is read, so that one name is refused.
 */
function refuseLoneBackslash(text: string, name: string): void {
  // Most texts have no backslash at all, and to look for one character takes next to no time.
  if (!text.includes('\\')) return;
  if (!text.includes('"\\\\"') && !text.includes('"\\u005')) return;
  if (/[{,]\s*"(?:\\\\|\\u005[cC])"\s*:/.test(text))
    throw invalid(`${name} has a member whose name is a single backslash, which can't be stored`);
}

/** The same for text that was checked before it was stored: where it is no JSON, it was damaged since. */
export function parseStored(text: string): unknown {
  return readStored(text, RISKY_NUMBER.test(text) ? (keepDigits as never) : undefined);
}

/** Stored text of which numbers may lose the digits that a double can't hold. */
export function parseStoredRoughly(text: string): unknown {
  return readStored(text);
}

function readStored(text: string, reviver?: never): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    if (error instanceof SyntaxError) throw damagedText(error.message);
    throw error;
  }
}

const keepDigits: Reviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (value === 0) return /[1-9]/.test(mantissa(source)) ? rawJSON(source) : value;
  if (!Number.isFinite(value)) return rawJSON(source);
  return /^-?\d+$/.test(source) && String(value) !== source ? rawJSON(source) : value;
};

function mantissa(source: string): string {
  return source.split(/[eE]/, 1)[0]!;
}

/** The value to compare with: digits stored as text become the nearest number. */
export function plainValue(value: unknown): unknown {
  return isRawNumber(value) ? Number(value.rawJSON) : value;
}

/** A number as these digits. */
export function rawNumber(digits: string): RawJson {
  return rawJSON(digits);
}

export function isRawNumber(value: unknown): value is RawJson {
  return typeof value === 'object' && value !== null && isRawJSON(value);
}

const QUOTE = 34;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

/** Refuses what is nested too deep; says whether there are numbers, outside of strings, that a double may not hold. */
function scan(text: string, name: string, maxDepth: number): boolean {
  let depth = 0;
  let isRisky = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i + 1);
    } else if (code === 91 || code === 123) {
      if (++depth > maxDepth)
        throw invalid(`${name} is nested deeper than ${maxDepth} levels (at character ${i})`);
    } else if (code === 93 || code === 125) depth--;
    else if (code >= ZERO && code <= NINE) {
      const end = endOfNumber(text, i);
      // Most numbers are too short to be risky: they need not be looked at again.
      if (end - i > 4 && !isRisky) isRisky = RISKY_NUMBER.test(text.slice(i, end));
      i = end - 1;
    }
  }
  return isRisky;
}

function endOfNumber(text: string, from: number): number {
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const isPart =
      (code >= ZERO && code <= NINE) ||
      code === 46 ||
      code === 69 ||
      code === 101 ||
      code === 43 ||
      code === 45;
    if (!isPart) break;
  }
  return end;
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes to text, a byte order mark dropped; anything that is not UTF-8 is refused rather than replaced. */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid(`${name} is not valid UTF-8`);
  }
}
