import { isOwnName, isTakenApart } from './flat-name.ts';

/** The name of an attribute: that of a member, behind those of the objects that it is in. */
export class AttributeName {
  /** As an attribute; of the properties as a whole, nothing. */
  readonly text: string;
  /** One for each name of a tree. */
  readonly number: number;
  /** Whether tiles have an attribute of that name of their own. */
  readonly isOwn: boolean;
  readonly isTakenApart: boolean;
  readonly parent: AttributeName | undefined;
  readonly #member: Uint8Array;
  readonly #members = new Map<string, AttributeName>();

  constructor(parent: AttributeName | undefined, member: string, number: number) {
    this.parent = parent;
    this.text = parent?.parent ? `${parent.text}.${member}` : member;
    this.number = number;
    this.isOwn = isOwnName(this.text);
    this.isTakenApart = isTakenApart(this.text);
    this.#member = encoder.encode(member);
  }

  /** Whether it is that of a member whose own name is these bytes. */
  isOf(parent: AttributeName, bytes: Uint8Array, from: number, to: number): boolean {
    const member = this.#member;
    if (this.parent !== parent || member.length !== to - from) return false;
    for (let i = 0; i < member.length; i++) if (member[i] !== bytes[from + i]) return false;
    return true;
  }

  member(name: string, number: number): AttributeName {
    const known = this.#members.get(name);
    if (known) return known;
    const member = new AttributeName(this, name, number);
    this.#members.set(name, member);
    return member;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const SLOTS = 1024;

/** Features of a space have the same names. Whoever has more, or longer ones, has made them up, and they are not held for good. */
const MAX_NAMES = 5000;
const MAX_CHARS = 1024 * 1024;

/** The names of the attributes of features, each made once. */
export class NameTree {
  readonly root = new AttributeName(undefined, '', 0);
  /** Names that were met lately, by what they are in, their ends and their length: features of a space have the same ones. */
  readonly #met: (AttributeName | undefined)[] = Array(SLOTS).fill(undefined);
  #count = 1;
  #chars = 0;

  /** Whether so much is held that it is time to begin again. */
  get isFull(): boolean {
    return this.#count > MAX_NAMES || this.#chars > MAX_CHARS;
  }

  /** The name of a member of what has a name, given as bytes of UTF-8 from one position up to another. */
  member(parent: AttributeName, bytes: Uint8Array, from: number, to: number): AttributeName {
    const length = to - from;
    const ends = length === 0 ? 0 : bytes[from]! * 31 + bytes[to - 1]! * 7;
    const slot = (ends + length + 61 * parent.number) & (SLOTS - 1);
    const met = this.#met[slot];
    if (met?.isOf(parent, bytes, from, to)) return met;
    const name = parent.member(decoder.decode(bytes.subarray(from, to)), this.#count);
    if (name.number === this.#count) {
      this.#count++;
      this.#chars += name.text.length;
    }
    this.#met[slot] = name;
    return name;
  }
}
