import { NAMESPACE } from '../model/feature/feature.ts';
import type { Chunk } from './chunk.ts';

/** A word, found by the letter of it that is rarest in such texts: six times as fast as by `indexOf` of the word. */
type Sought = { word: Buffer; letter: number; offset: number };

const sought = (word: string, letter: string): Sought => ({
  word: Buffer.from(word),
  letter: letter.charCodeAt(0),
  offset: word.indexOf(letter),
});

const MEMBER = sought(`"${NAMESPACE}":{`, '@');
const TAGS = sought('"tags":[', '[');
const [QUOTE, BACKSLASH, COMMA, BRACKET, OPEN_BRACE, BRACE] = [0x22, 0x5c, 0x2c, 0x5d, 0x7b, 0x7d];

/**
 * So many stored texts, joined by commas, without the namespace of each. What is left moves together in the bytes that were
 * given, which are used up. Undefined where a feature has a second member of that name somewhere: then bytes do not tell which is the hub's.
 */
export function withoutNamespaces(joined: Chunk, features: number): Chunk | undefined {
  const bytes = Buffer.from(joined.buffer, joined.byteOffset, joined.byteLength);
  let found = 0;
  let length = 0;
  let from = 0;
  // Quotes inside of texts are escaped: what is found is the name of a member. Every stored feature has one of the hub.
  for (let at = find(bytes, MEMBER, 0); at >= 0; at = find(bytes, MEMBER, at + MEMBER.word.length)) {
    const end = namespaceEnd(bytes, at + MEMBER.word.length);
    if (end === undefined || at < from || ++found > features) return undefined;
    // It is the last property: before it is the comma behind another one, or the brace of them all.
    const to = bytes[at - 1] === OPEN_BRACE ? at : at - 1;
    if (from > 0) bytes.copyWithin(length, from, to);
    length += to - from;
    from = end;
  }
  if (found !== features) return undefined;
  bytes.copyWithin(length, from);
  return ofItsOwn(joined, length + bytes.length - from);
}

/** Memory that has nothing else in it is given back as soon as it is sent, not when all memory is looked through. */
function ofItsOwn(bytes: Chunk, length: number): Chunk {
  const { buffer } = bytes;
  return bytes.byteLength === buffer.byteLength
    ? new Uint8Array(buffer.transfer(length))
    : bytes.subarray(0, length);
}

/** Where the brace that ends the properties is, behind `"space":"s",…,"tags":["a","b"]}`. */
function namespaceEnd(bytes: Buffer, start: number): number | undefined {
  const tags = find(bytes, TAGS, start);
  if (tags < 0) return undefined;
  let at = tags + TAGS.word.length;
  while (bytes[at] === QUOTE) {
    for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    at++;
    if (bytes[at] === COMMA) at++;
  }
  return bytes[at] === BRACKET && bytes[at + 1] === BRACE && bytes[at + 2] === BRACE ? at + 2 : undefined;
}

/** Where a word begins, or -1. */
function find(bytes: Buffer, { word, letter, offset }: Sought, from: number): number {
  for (let at = bytes.indexOf(letter, from + offset); at >= 0; at = bytes.indexOf(letter, at + 1)) {
    let same = 0;
    while (same < word.length && bytes[at - offset + same] === word[same]) same++;
    if (same === word.length) return at - offset;
  }
  return -1;
}
