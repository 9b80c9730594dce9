/**
 * JSON (RFC 8259) checked byte by byte, without making anything of it. Every function gets the position where something should
 * begin, and gives the one behind its end; -1 where it is not there, not whole, or has a text that is no UTF-8.
 */

/** How long the escape sequence is that a byte stands for behind a backslash. */
const ESCAPES = new Uint8Array(256);
for (const letter of '"\\/bfnrt') ESCAPES[letter.charCodeAt(0)] = 2;
const HEX_ESCAPE = 0x75;
const HEX_DIGIT = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') HEX_DIGIT[digit.charCodeAt(0)] = 1;

export function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte > SPACE || (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return at;
  }
  return at;
}

export function hasBytes(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/** A value that is nested no deeper than so many levels. */
export function endOfJson(bytes: Uint8Array, at: number, levels: number): number {
  const byte = bytes[at];
  switch (byte) {
    case QUOTE:
      return endOfText(bytes, at);
    case OPEN_BRACE:
      return levels > 0 ? endOfList(bytes, at, CLOSE_BRACE, levels - 1) : -1;
    case OPEN_BRACKET:
      return levels > 0 ? endOfList(bytes, at, CLOSE_BRACKET, levels - 1) : -1;
    case 0x74:
      return hasBytes(bytes, at, TRUE) ? at + TRUE.length : -1;
    case 0x66:
      return hasBytes(bytes, at, FALSE) ? at + FALSE.length : -1;
    case 0x6e:
      return endOfNull(bytes, at);
    default:
      return endOfNumber(bytes, at);
  }
}

export function endOfNull(bytes: Uint8Array, at: number): number {
  return hasBytes(bytes, at, NULL) ? at + NULL.length : -1;
}

/** An object or array. */
function endOfList(bytes: Uint8Array, start: number, close: number, levels: number): number {
  let at = skipBlanks(bytes, start + 1);
  if (bytes[at] === close) return at + 1;
  for (;;) {
    if (close === CLOSE_BRACE) {
      const name = endOfText(bytes, at);
      at = name < 0 ? -1 : endOfName(bytes, name);
      if (at < 0) return -1;
    }
    const end = endOfJson(bytes, at, levels);
    if (end < 0) return -1;
    at = skipBlanks(bytes, end);
    if (bytes[at] === close) return at + 1;
    if (bytes[at] !== COMMA) return -1;
    at = skipBlanks(bytes, at + 1);
  }
}

/** From behind a name to the value that follows it. */
export function endOfName(bytes: Uint8Array, from: number): number {
  const colon = skipBlanks(bytes, from);
  return bytes[colon] === COLON ? skipBlanks(bytes, colon + 1) : -1;
}

/** A string without escapes. */
export function endOfPlainText(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) return -1;
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH || byte < SPACE) return -1;
    if (byte >= BEYOND_ASCII) {
      const length = sequenceLength(bytes, at);
      if (length === 0) return -1;
      at += length - 1;
    }
  }
  return -1;
}

function endOfText(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) return -1;
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return -1;
    if (byte === BACKSLASH) {
      const length = escapeLength(bytes, at + 1);
      if (length === 0) return -1;
      at += length - 1;
    } else if (byte >= BEYOND_ASCII) {
      const length = sequenceLength(bytes, at);
      if (length === 0) return -1;
      at += length - 1;
    }
  }
  return -1;
}

/** Of the bytes of a character beyond ASCII (RFC 3629); 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0xc2 || lead > 0xf4 || !isBetween(second, 0x80, 0xbf)) return 0;
  if (lead < 0xe0) return 2;
  if (!isBetween(bytes[at + 2] ?? 0, 0x80, 0xbf)) return 0;
  // Neither longer than need be nor half of a surrogate pair, and no number beyond those of Unicode.
  if (lead < 0xf0) return (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ? 0 : 3;
  if (!isBetween(bytes[at + 3] ?? 0, 0x80, 0xbf)) return 0;
  return (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f) ? 0 : 4;
}

function isBetween(byte: number, first: number, last: number): boolean {
  return byte >= first && byte <= last;
}

/** Of the sequence whose letter is here, with its backslash; 0 where there is no such sequence. */
function escapeLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== HEX_ESCAPE) return ESCAPES[bytes[at] ?? 0]!;
  for (let i = 1; i <= 4; i++) if (HEX_DIGIT[bytes[at + i] ?? 0] === 0) return 0;
  return 6;
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = endOfDigits(bytes, first);
  if (at < 0 || (bytes[first] === ZERO && at > first + 1)) return -1;
  if (bytes[at] === POINT) at = endOfDigits(bytes, at + 1);
  if (at >= 0 && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    const sign = bytes[at + 1] === PLUS || bytes[at + 1] === MINUS ? 1 : 0;
    at = endOfDigits(bytes, at + 1 + sign);
  }
  return at;
}

/** At least one digit. */
function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! >= ZERO && bytes[at]! <= NINE) at++;
  return at > from ? at : -1;
}

const BEYOND_ASCII = 0x80;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextEncoder();
const TRUE = utf8.encode('true');
const FALSE = utf8.encode('false');
const NULL = utf8.encode('null');
