import type { AttributeValue } from './attribute-dictionary.ts';
import { type AttributeName, NameTree } from './name-tree.ts';
import { valueOfText } from './value-of-text.ts';

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const LOWER_F = 102;
const LOWER_N = 110;
const LOWER_T = 116;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Numbers of so many digits are made of a whole number and a power of ten, both of which are exact. */
const MAX_DIGITS = 15;
const POWERS = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, i) => 10 ** i);

/** There is room for so many attributes, and for more when they come. */
const LEAST_CAPACITY = 64;

/** Room for more is not held for features that have less. */
const MOST_CAPACITY = 8192;

/** What an attribute has: bytes of the scanned text, or another value. */
export const IN_TEXT = 0;
export const NUMBER = 1;
export const OTHER = 2;

/**
 * The attributes of a feature, found in its properties as they are stored, in bytes of UTF-8, without parsing them: of each its name and
 * where its text is, or its value. Members of objects come under dotted names (`a.b`). Lists, and objects of a very long name, are JSON
 * text; null is nothing. What there is is good until the next feature is scanned.
 */
export class AttributeScan {
  readonly #except: string;
  readonly #longest: number;
  #names = new NameTree();
  #bytes: Uint8Array = new Uint8Array(0);
  #to = 0;
  count = 0;
  readonly names: AttributeName[] = [];
  kinds = new Uint8Array(LEAST_CAPACITY);
  /** Of those in the text, where they begin and end. */
  froms = new Int32Array(LEAST_CAPACITY);
  tos = new Int32Array(LEAST_CAPACITY);
  /** Of numbers. */
  numbers = new Float64Array(LEAST_CAPACITY);
  /** Of all others. */
  readonly others: AttributeValue[] = [];
  /** How many units the texts have, with four for each other value. */
  units = 0;
  /** How much memory the attributes take at most. */
  heldBytes = 0;

  /** `except`: a member of the properties that is left out; `longest`: longer texts, in UTF-16 units, are. */
  constructor(except: string, longest: number) {
    this.#except = except;
    this.#longest = longest;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** What the names are of: another one where they have been forgotten. */
  get nameTree(): NameTree {
    return this.#names;
  }

  /**
   * Scans the JSON object from one position up to another, without blanks. The two bytes behind it are written over. False where a name has
   * an escape in it or the text is not as expected, so that it has to be parsed.
   */
  scan(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#names.isFull) this.#forgetNames();
    if (this.kinds.length > MOST_CAPACITY) this.#resize(LEAST_CAPACITY);
    this.#bytes = bytes;
    this.#to = to;
    this.count = 0;
    this.units = 0;
    this.heldBytes = 0;
    // So that every text ends, whatever is in it: also one with a backslash at its end.
    bytes[to] = QUOTE;
    bytes[to + 1] = QUOTE;
    return this.#object(from, this.#names.root) === to;
  }

  #object(start: number, parent: AttributeName): number {
    const bytes = this.#bytes;
    if (bytes[start] !== OPEN_BRACE) return -1;
    if (bytes[start + 1] === CLOSE_BRACE) return start + 2;
    for (let at = start + 1; ; at++) {
      if (bytes[at] !== QUOTE) return -1;
      const from = at + 1;
      for (at = from; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) return -1;
      if (at >= this.#to || bytes[at + 1] !== COLON) return -1;
      const name = this.#names.member(parent, bytes, from, at);
      at = this.#value(at + 2, name, parent.parent === undefined && name.text === this.#except);
      if (at < 0 || at >= this.#to) return -1;
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return -1;
    }
  }

  #value(from: number, name: AttributeName, isLeftOut: boolean): number {
    const bytes = this.#bytes;
    const first = bytes[from]!;
    const isTaken = !isLeftOut && !name.isOwn;
    if (first === QUOTE) return this.#text(from, name, isTaken);
    if (first === OPEN_BRACE && !isLeftOut && name.isTakenApart) return this.#object(from, name);
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      const to = this.#endOfNested(from);
      if (isTaken && to > 0) this.#addText(name, from, to, unitsIn(bytes, from, to));
      return to;
    }
    if (first <= NINE) return this.#number(from, name, isTaken);
    if (isTaken && first !== LOWER_N) this.#addOther(name, first === LOWER_T);
    return from + (first === LOWER_F ? 5 : 4);
  }

  #text(from: number, name: AttributeName, isTaken: boolean): number {
    const bytes = this.#bytes;
    let at = from + 1;
    let codes = 0;
    for (let code = bytes[at]!; code !== QUOTE && code !== BACKSLASH; code = bytes[++at]!) codes |= code;
    if (bytes[at] === BACKSLASH) return this.#escapedText(from, at, name, isTaken);
    if (at >= this.#to) return -1;
    if (isTaken)
      this.#addText(name, from + 1, at, codes > 0x7f ? unitsIn(bytes, from + 1, at) : at - from - 1);
    return at + 1;
  }

  #escapedText(from: number, backslash: number, name: AttributeName, isTaken: boolean): number {
    const end = this.#endOfText(backslash);
    if (end < 0) return -1;
    if (isTaken) this.#addOther(name, JSON.parse(decoder.decode(this.#bytes.subarray(from, end))) as string);
    return end;
  }

  /** Where a text ends; `from`: any position in it, behind what is escaped. */
  #endOfText(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at >= this.#to ? -1 : at + 1;
  }

  #endOfNested(from: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    for (let at = from; at < this.#to; at++) {
      const code = bytes[at]!;
      if (code === QUOTE) {
        at = this.#endOfText(at + 1) - 1;
        if (at < 0) return -1;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
      else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1;
    }
    return -1;
  }

  #number(from: number, name: AttributeName, isTaken: boolean): number {
    const bytes = this.#bytes;
    let at = bytes[from] === MINUS ? from + 1 : from;
    let [whole, digits, point] = [0, 0, -1];
    for (; ; at++) {
      const code = bytes[at]!;
      if (code >= ZERO && code <= NINE) {
        whole = whole * 10 + code - ZERO;
        digits++;
      } else if (code === POINT && point < 0) point = digits;
      else break;
    }
    const isPlain = digits > 0 && digits <= MAX_DIGITS && (bytes[at] === COMMA || bytes[at] === CLOSE_BRACE);
    if (!isPlain) return this.#otherNumber(from, name, isTaken);
    if (!isTaken) return at;
    const size = point < 0 ? whole : whole / POWERS[digits - point]!;
    // Zero in more than a digit stands for a number that is too small to be held.
    if (size === 0 && at > from + 1) this.#addText(name, from, at, at - from);
    else this.#addNumber(name, bytes[from] === MINUS ? -size : size);
    return at;
  }

  /** One with an exponent or many digits. */
  #otherNumber(from: number, name: AttributeName, isTaken: boolean): number {
    const bytes = this.#bytes;
    let at = from;
    while (at < this.#to && bytes[at] !== COMMA && bytes[at] !== CLOSE_BRACE) at++;
    if (at === from || at === this.#to) return -1;
    const digits = decoder.decode(bytes.subarray(from, at));
    const value = valueOfText(digits, 0, digits.length);
    if (isTaken && value !== undefined) this.#addOther(name, value === 0 ? digits : value);
    return at;
  }

  #addText(name: AttributeName, from: number, to: number, units: number): void {
    if (units > this.#longest) return;
    const at = this.#add(name, IN_TEXT, units, 3 * units);
    this.froms[at] = from;
    this.tos[at] = to;
  }

  #addNumber(name: AttributeName, value: number): void {
    // Adding may make a larger list of it.
    const at = this.#add(name, NUMBER, OTHER_UNITS, OTHER_BYTES);
    this.numbers[at] = value;
  }

  #addOther(name: AttributeName, value: AttributeValue): void {
    const units = typeof value === 'string' ? value.length : OTHER_UNITS;
    if (typeof value === 'string' && units > this.#longest) return;
    while (this.others.length < this.count) this.others.push(false);
    this.others[this.count] = value;
    this.#add(name, OTHER, units, typeof value === 'string' ? 3 * units : OTHER_BYTES);
  }

  #add(name: AttributeName, kind: number, units: number, bytes: number): number {
    const at = this.count++;
    if (at === this.kinds.length) this.#resize(2 * at);
    this.names[at] = name;
    this.kinds[at] = kind;
    this.units += units;
    this.heldBytes += name.text.length + bytes;
    return at;
  }

  /** Each name leads to all others. */
  #forgetNames(): void {
    this.#names = new NameTree();
    this.names.length = 0;
  }

  #resize(capacity: number): void {
    const { kinds, froms, tos, numbers } = this;
    this.kinds = new Uint8Array(capacity);
    this.kinds.set(kinds.subarray(0, capacity));
    this.froms = new Int32Array(capacity);
    this.froms.set(froms.subarray(0, capacity));
    this.tos = new Int32Array(capacity);
    this.tos.set(tos.subarray(0, capacity));
    this.numbers = new Float64Array(capacity);
    this.numbers.set(numbers.subarray(0, capacity));
    if (this.names.length > capacity) this.names.length = capacity;
    if (this.others.length > capacity) this.others.length = capacity;
  }
}

/** What values take that are no texts. */
const OTHER_UNITS = 4;
const OTHER_BYTES = 9;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-16 units of a text in bytes of UTF-8: one for each character, two where that takes four bytes. */
function unitsIn(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte < 0x80 || byte > 0xbf) units += byte > 0xef ? 2 : 1;
  }
  return units;
}
