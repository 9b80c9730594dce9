import { isStoredAsItIs } from './tags.ts';

const HEAD = '{"tags":[';
/** So many tags of so many characters are remembered, and so many of a feature compared with each other. */
const MAX_KNOWN = 1000;
const MAX_CHARS = 100;
const MAX_TAGS = 16;

/** Reads namespaces that have tags only, all of which are stored as they are written: `{"tags":["poi","school"]}`. */
export class PlainTags {
  /** As texts of their own: a part of a text would hold all of it in memory. */
  readonly #known = new Map<string, string>();

  /** The tags of the namespace between two positions; undefined where it has to be parsed. */
  read(text: string, from: number, to: number): string[] | undefined {
    if (!text.startsWith(HEAD, from)) return undefined;
    const tags: string[] = [];
    for (let at = from + HEAD.length; tags.length < MAX_TAGS; at++) {
      const end = text.charCodeAt(at) === QUOTE ? text.indexOf('"', at + 1) : -1;
      if (end < 0 || end - at > MAX_CHARS) return undefined;
      const tag = this.#tagBetween(text, at, end + 1);
      if (tag === undefined || tags.includes(tag)) return undefined;
      tags.push(tag);
      at = end + 1;
      if (text.charCodeAt(at) === CLOSE_BRACKET)
        return text.charCodeAt(at + 1) === CLOSE_BRACE && at + 2 === to ? tags : undefined;
      if (text.charCodeAt(at) !== COMMA) return undefined;
    }
    return undefined;
  }

  /** With its quotes. */
  #tagBetween(text: string, from: number, to: number): string | undefined {
    const quoted = text.slice(from, to);
    const known = this.#known.get(quoted);
    if (known !== undefined) return known;
    const written = quoted.slice(1, -1);
    if (!isStoredAsItIs(written)) return undefined;
    const json = JSON.stringify(written);
    const tag = JSON.parse(json) as string;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(json, tag);
    return tag;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
