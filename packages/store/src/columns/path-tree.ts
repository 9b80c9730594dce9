import { endOfValue } from '@meridian/geo';
import { parseStored } from '../model/json/exact-json.ts';
import { damagedText } from '../model/storage-fault.ts';
import { KIND } from './batch.ts';
import { ColumnBuilder } from './column-builder.ts';
import { propertyKey } from './column-key.ts';
import { readNumber } from './read-number.ts';

/** So many paths have columns of their own in a block; objects are looked into so deep. */
const MAX_NODES = 4096;
const MAX_DEPTH = 8;
/** Objects have columns of their members; the whole texts are stored beside only where they are few. */
export const MAX_OBJECT_UNITS = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const WORDS = [
  { word: 'true', kind: KIND.true },
  { word: 'false', kind: KIND.false },
  { word: 'null', kind: KIND.null },
];

/** The values at a path, in the order of rows. */
export class PathNode {
  readonly key: string;
  readonly path: readonly string[];
  /** The rows that have one. */
  readonly rows: number[] = [];
  /** Of these rows; undefined where they take too much. */
  values: ColumnBuilder | undefined = new ColumnBuilder(1);
  readonly children = new Map<string, PathNode>();
  isCut = false;
  hasObjects = false;
  /** Whether there is anything but objects. */
  hasOthers = false;
  /** How stored texts name it, up to its value. */
  readonly written: string;
  /** What is the first of its members, and what is behind it, as a rule. */
  readonly firsts = new Followers();
  readonly followers = new Followers();

  constructor(path: readonly string[]) {
    this.path = path;
    this.key = propertyKey(path);
    this.written = `${JSON.stringify(path.at(-1) ?? '')}:`;
  }
}

/** The two members that were found somewhere last: features that were written together have the same ones in the same order. */
class Followers {
  #likely: PathNode | undefined;
  #other: PathNode | undefined;

  /** The one of them whose name is at a position. */
  at(text: string, at: number): PathNode | undefined {
    if (this.#likely && text.startsWith(this.#likely.written, at)) return this.#likely;
    if (this.#other && text.startsWith(this.#other.written, at)) return this.#other;
    return undefined;
  }

  note(node: PathNode): void {
    this.#other = this.#likely;
    this.#likely = node;
  }
}

/**
 * Takes the properties of rows apart into the values of each path. They are not parsed for that, which takes three times as long:
 * stored texts are as JSON.stringify writes them, and the text of an array or object is the same again.
 */
export class PathTree {
  /** In the order in which their paths were first seen. */
  readonly nodes: PathNode[] = [];
  readonly #root = new PathNode([]);
  #isOpen = false;
  #text = '';
  #row = 0;

  /** Whether there are paths that have no node. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Adds the properties of the next row; `start` is where they begin in a text. */
  add(text: string, start: number, row: number): void {
    this.#text = text;
    this.#row = row;
    if (text.charCodeAt(start) !== OPENING_BRACE) throw unexpected(start);
    this.#object(this.#root, start);
  }

  /** Reads an object; gives the position behind it. */
  #object(node: PathNode, start: number): number {
    const text = this.#text;
    if (node.path.length >= MAX_DEPTH) {
      node.isCut = true;
      return behindValue(text, start);
    }
    let at = start + 1;
    if (text.charCodeAt(at) === CLOSING_BRACE) return at + 1;
    for (let followers = node.firsts; ; at++) {
      let child = followers.at(text, at);
      if (child) at += child.written.length;
      else {
        const end = behindName(text, at);
        child = this.#child(node, parseStored(text.slice(at, end)) as string);
        if (child) followers.note(child);
        at = end + 1;
      }
      at = child ? this.#value(child, at) : behindValue(text, at);
      followers = child?.followers ?? followers;
      const code = text.charCodeAt(at);
      if (code === CLOSING_BRACE) return at + 1;
      if (code !== COMMA) throw unexpected(at);
    }
  }

  #child(node: PathNode, name: string): PathNode | undefined {
    const known = node.children.get(name);
    if (known) return known;
    if (this.nodes.length === MAX_NODES) {
      this.#isOpen = true;
      return undefined;
    }
    const child = new PathNode([...node.path, name]);
    node.children.set(name, child);
    this.nodes.push(child);
    return child;
  }

  /** Reads the value at a position; gives the position behind it. */
  #value(node: PathNode, at: number): number {
    const text = this.#text;
    const nth = node.rows.push(this.#row) - 1;
    const { values } = node;
    const first = text.charCodeAt(at);
    if (first === OPENING_BRACE) {
      node.hasObjects = true;
      values?.setText(nth, KIND.json, text, at, behindValue(text, at));
      if (values && values.dictionaryLength > MAX_OBJECT_UNITS) node.values = undefined;
      return this.#object(node, at);
    }
    node.hasOthers = true;
    if (first === QUOTE) {
      const end = endOfPlainText(text, at + 1);
      if (end >= 0) {
        values?.setText(nth, KIND.text, text, at + 1, end);
        return end + 1;
      }
    }
    const isText = first === QUOTE || first === OPENING_BRACKET;
    return isText ? this.#parsed(values, nth, at) : this.#scalar(values, nth, at);
  }

  /** A text with escapes in it, or an array. */
  #parsed(values: ColumnBuilder | undefined, nth: number, at: number): number {
    const text = this.#text;
    const end = behindValue(text, at);
    if (text.charCodeAt(at) === OPENING_BRACKET) values?.setText(nth, KIND.json, text, at, end);
    else values?.set(nth, parseStored(text.slice(at, end)));
    return end;
  }

  #scalar(values: ColumnBuilder | undefined, nth: number, at: number): number {
    const text = this.#text;
    const number = readNumber(text, at);
    const { end } = number;
    if (end > at) {
      if (number.isPlain) values?.setNumber(nth, number.value);
      else values?.set(nth, parseStored(text.slice(at, end)));
      return end;
    }
    const found = WORDS.find(({ word }) => text.startsWith(word, at));
    if (!found) throw unexpected(at);
    values?.setKind(nth, found.kind);
    return at + found.word.length;
  }
}

/** Where a text ends that has no escapes; -1 where it has any. */
function endOfPlainText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) return -1;
  }
  return -1;
}

function behindName(text: string, at: number): number {
  const end = text.charCodeAt(at) === QUOTE ? endOfValue(text, at) : -1;
  if (end < 0 || text.charCodeAt(end) !== COLON) throw unexpected(at);
  return end;
}

function behindValue(text: string, at: number): number {
  const end = endOfValue(text, at);
  if (end < 0) throw unexpected(at);
  return end;
}

function unexpected(at: number): Error {
  return damagedText(`unexpected character at position ${at}`);
}
