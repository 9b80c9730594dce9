import { isTakenApart } from '@meridian/geo';
import { type Digits, endOfPlainNumber, endOfPlainString } from '../json/canonical-json.ts';
import { DATATYPES } from '../statistics/stats-delta.ts';
import { NAMESPACE } from './feature.ts';
import { type DottedName, NameTable } from './name-table.ts';
import { PropertyShape } from './property-shape.ts';

/** Objects that are nested deeper, or have more members, are parsed: this is recursive, and compares their names. */
const MAX_LEVELS = 32;
const MAX_MEMBERS = 64;

/** So many shapes are remembered at most: who writes features chooses what properties they have. */
const MAX_SHAPES = 20_000;

const NAMESPACE_MEMBER = `"${NAMESPACE}":`;

/**
 * Passes over `properties` that are written as JSON.stringify would write them, and notes their names and datatypes for the
 * statistics. What is unusual in any way has to be parsed.
 */
export class PlainPropertiesScanner {
  /** What was found of them. */
  shape = new PropertyShape();
  /** Where the namespace begins and ends, without its name; -1 where there is none. It has to be the last member. */
  namespaceFrom = -1;
  namespaceTo = -1;
  /** Where the members end that are not of the namespace. */
  ownTo = -1;
  readonly #table = new NameTable();
  /** The shape without properties, from which others are found. */
  #noShape = this.shape;
  #shapes = 0;
  readonly #digits: Digits = { value: 0, places: 0, isNegative: false };
  /** Of the objects around the current position: where the names of their members begin and end. */
  readonly #seen: number[] = [];
  #text = '';

  /** The position behind the properties that begin at one; -1 where they have to be parsed. */
  endOfProperties(text: string, start: number): number {
    this.#text = text;
    this.#seen.length = 0;
    if (this.#table.trim() || this.#shapes > MAX_SHAPES) {
      this.#noShape = new PropertyShape();
      this.#shapes = 0;
    }
    this.shape = this.#noShape;
    this.namespaceFrom = this.namespaceTo = -1;
    if (text.charCodeAt(start) !== OPEN_BRACE) return -1;
    const end = this.#endOfObject(start, MAX_LEVELS, this.#table.root);
    if (this.namespaceFrom < 0) this.ownTo = end - 1;
    return end;
  }

  /** `parent`: the name of the object, where those of its members are noted. */
  #endOfObject(start: number, levels: number, parent: DottedName | undefined): number {
    const text = this.#text;
    if (levels === 0) return -1;
    if (text.charCodeAt(start + 1) === CLOSE_BRACE) return start + 2;
    const seen = this.#seen.length;
    const isRoot = parent === this.#table.root;
    for (let at = start + 1; ; at++) {
      const likely = this.shape.likely?.key;
      if (parent && likely?.parent === parent && text.startsWith(likely.head, at)) {
        // Behind the same properties it was new before.
        const value = at + likely.head.length;
        this.#seen.push(at + 1, value - 2);
        at = this.#endOfValue(value, levels - 1, likely);
      } else {
        if (isRoot && text.startsWith(NAMESPACE_MEMBER, at)) return this.#endOfNamespace(start, at, levels);
        const nameTo = endOfPlainString(text, at) - 1;
        if (nameTo < 0 || text.charCodeAt(nameTo + 1) !== COLON || !this.#isNew(seen, at + 1, nameTo))
          return -1;
        const key = parent && this.#table.find(parent, text, at + 1, nameTo);
        at = this.#endOfValue(nameTo + 2, levels - 1, key);
      }
      if (at < 0) return -1;
      const code = text.charCodeAt(at);
      if (code === CLOSE_BRACE) {
        this.#seen.length = seen;
        return at + 1;
      }
      if (code !== COMMA) return -1;
    }
  }

  #endOfNamespace(start: number, at: number, levels: number): number {
    // What is before it ends with a comma.
    this.ownTo = at === start + 1 ? at : at - 1;
    this.namespaceFrom = at + NAMESPACE_MEMBER.length;
    this.namespaceTo = this.#endOfValue(this.namespaceFrom, levels - 1, undefined);
    return this.namespaceTo >= 0 && this.#text.charCodeAt(this.namespaceTo) === CLOSE_BRACE
      ? this.namespaceTo + 1
      : -1;
  }

  /**
   * False for a name that its object has already, and for those that JavaScript does not put behind the others: whole numbers,
   * which come first, and `__proto__`.
   */
  #isNew(seen: number, from: number, to: number): boolean {
    const text = this.#text;
    const names = this.#seen;
    const first = text.charCodeAt(from);
    if ((first >= ZERO && first <= NINE) || names.length - seen >= 2 * MAX_MEMBERS) return false;
    if (first === UNDERSCORE && text.startsWith('__proto__"', from)) return false;
    const length = to - from;
    for (let i = seen; i < names.length; i += 2) {
      const other = names[i]!;
      if (names[i + 1]! - other !== length) continue;
      let same = 0;
      while (same < length && text.charCodeAt(from + same) === text.charCodeAt(other + same)) same++;
      if (same === length) return false;
    }
    names.push(from, to);
    return true;
  }

  #endOfValue(at: number, levels: number, key: DottedName | undefined): number {
    const text = this.#text;
    switch (text.charCodeAt(at)) {
      case QUOTE:
        this.#note(key, STRING);
        return endOfPlainString(text, at);
      case OPEN_BRACE:
        if (key !== undefined && isTakenApart(key.key) && text.charCodeAt(at + 1) !== CLOSE_BRACE)
          return this.#endOfObject(at, levels, key);
        this.#note(key, OBJECT);
        return this.#endOfObject(at, levels, undefined);
      case OPEN_BRACKET:
        this.#note(key, ARRAY);
        return this.#endOfArray(at, levels);
      case 0x74:
        this.#note(key, BOOLEAN);
        return text.startsWith('true', at) ? at + 4 : -1;
      case 0x66:
        this.#note(key, BOOLEAN);
        return text.startsWith('false', at) ? at + 5 : -1;
      case 0x6e:
        this.#note(key, NULL);
        return text.startsWith('null', at) ? at + 4 : -1;
      default:
        this.#note(key, NUMBER);
        return endOfPlainNumber(text, at, this.#digits);
    }
  }

  #endOfArray(start: number, levels: number): number {
    const text = this.#text;
    if (levels === 0) return -1;
    if (text.charCodeAt(start + 1) === CLOSE_BRACKET) return start + 2;
    for (let at = start + 1; ; at++) {
      at = this.#endOfValue(at, levels - 1, undefined);
      if (at < 0) return -1;
      const code = text.charCodeAt(at);
      if (code === CLOSE_BRACKET) return at + 1;
      if (code !== COMMA) return -1;
    }
  }

  readonly #count = () => {
    this.#shapes++;
  };

  #note(key: DottedName | undefined, type: number): void {
    if (key === undefined) return;
    this.shape = this.shape.with(key, type, this.#count);
  }
}

const STRING = DATATYPES.indexOf('string');
const NUMBER = DATATYPES.indexOf('number');
const BOOLEAN = DATATYPES.indexOf('boolean');
const ARRAY = DATATYPES.indexOf('array');
const OBJECT = DATATYPES.indexOf('object');
const NULL = DATATYPES.indexOf('null');

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const UNDERSCORE = 0x5f;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
