import { INDEX_FORMAT, INDEX_PARTS, PLACE, partOf, placeOf, rowOf } from './inverted-index.ts';
import { bytesOf, joinSections, packed } from './packing.ts';

/** Postings by the numbers of words: those of a word from its start up to the next one's. */
export type PostingsByWord = { starts: Uint32Array; postings: Uint16Array };

/** The parts of an index as they are stored; see `inverted-index.ts`. Each word has the number of its place in the list. */
export function encodeIndex(words: readonly string[], byWord: PostingsByWord): Uint8Array[] {
  const parts = Array.from({ length: INDEX_PARTS }, (): number[] => []);
  const own = new Uint8Array(words.length);
  for (let number = 0; number < own.length; number++) own[number] = partOf(words[number]!);
  const { numbers, isAgain } = inOrder(words);
  for (const number of numbers) parts[own[number]!]!.push(number);
  return parts.map((numbers) => encodePart(words, numbers, isAgain, byWord));
}

/**
 * The numbers of words in the order of their UTF-16 units: by numbers that have their first units in them, and only then by texts.
 * `isAgain`: by their numbers, which words are the same as the one before.
 */
function inOrder(words: readonly string[]): { numbers: Uint32Array; isAgain: Uint8Array } {
  const room = 2 ** Math.ceil(Math.log2(words.length + 1));
  const units = Math.floor((MAX_BITS - Math.log2(room)) / UNIT_BITS);
  const keys = new Float64Array(words.length);
  for (let i = 0; i < keys.length; i++) keys[i] = beginning(words[i]!, units) * room + i;
  keys.sort();
  const numbers = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) numbers[i] = keys[i]! % room;
  const isAgain = new Uint8Array(keys.length);
  for (let from = 0, to = 0; from < keys.length; from = to) {
    const limit = (Math.floor(keys[from]! / room) + 1) * room;
    for (to = from + 1; to < keys.length && keys[to]! < limit; ) to++;
    if (to === from + 1) continue;
    const alike = numbers.subarray(from, to).sort((a, b) => compare(words[a]!, words[b]!));
    for (let i = 1; i < alike.length; i++)
      if (words[alike[i]!] === words[alike[i - 1]!]) isAgain[alike[i]!] = 1;
  }
  return { numbers, isAgain };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Bits of whole numbers that a double has, and of what is left of a unit. */
const MAX_BITS = 53;
const UNIT_BITS = 6;

/** The units that folded words of ASCII have, in their order, from 1 on; 0 comes behind the end of a word. */
const RANKS = new Uint8Array(128);
for (const [i, unit] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries())
  RANKS[unit.charCodeAt(0)] = i + 1;
const OTHERS = 2 ** UNIT_BITS - 1;

/** The first units of a word as a number: others than these come behind them, and nothing is said of what is behind those. */
function beginning(word: string, units: number): number {
  let number = 0;
  let isKnown = true;
  for (let i = 0; i < units; i++) {
    const rank = isKnown && i < word.length ? RANKS[word.charCodeAt(i)] || OTHERS : 0;
    number = number * 2 ** UNIT_BITS + rank;
    if (rank === OTHERS) isKnown = false;
  }
  return number;
}

/** `numbers` are those of its words, in their order; the same word may have several. */
function encodePart(
  words: readonly string[],
  numbers: readonly number[],
  isAgain: Uint8Array,
  byWord: PostingsByWord,
): Uint8Array {
  const { starts } = byWord;
  let most = 0;
  for (const number of numbers) most += starts[number + 1]! - starts[number]!;
  const postings = new Uint16Array(most);
  const counts = new Uint16Array(numbers.length);
  const texts: string[] = [];
  let end = 0;
  for (let i = 0; i < numbers.length; ) {
    const start = end;
    const word = words[numbers[i]!]!;
    do {
      const last = starts[numbers[i]! + 1]!;
      for (let at = starts[numbers[i]!]!; at < last; at++) postings[end++] = byWord.postings[at]!;
    } while (isAgain[numbers[++i]!] === 1);
    if (end > start + 1) end = keepOnce(postings, start, end);
    counts[texts.push(word) - 1] = end - start;
  }
  const { shared, own, suffixes } = frontCoded(texts);
  const kept = postings.subarray(0, end);
  const header = Uint32Array.of(texts.length, end, suffixes.length, 0);
  const sections = [bytesOf(header), shared, own, suffixes, bytesOf(counts.subarray(0, texts.length))];
  return packed(joinSections([...sections, bytesFrom(kept, 8), bytesFrom(kept, 0)]), INDEX_FORMAT);
}

/** Eight bits of each number, from one of them on. */
function bytesFrom(numbers: Uint16Array, shift: number): Uint8Array {
  const bytes = new Uint8Array(numbers.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = numbers[i]! >> shift;
  return bytes;
}

/**
 * Leaves each posting of a word, which are those between two positions, once, by row; gives where they end then. That a word is
 * behind another one in a text matters only where it is nowhere else in the row.
 */
function keepOnce(postings: Uint16Array, from: number, to: number): number {
  if (!isAscending(postings, from, to)) postings.subarray(from, to).sort();
  let end = from;
  for (let i = from; i < to; ) {
    const row = rowOf(postings[i]!);
    let places = 0;
    for (; i < to && rowOf(postings[i]!) === row; i++) places |= 1 << placeOf(postings[i]!);
    if (places === 1 << PLACE.later) postings[end++] = row << 2;
    else
      for (let place: number = PLACE.first; place <= PLACE.only; place++)
        if ((places & (1 << place)) !== 0) postings[end++] = (row << 2) | place;
  }
  return end;
}

/** Words of one column are. */
function isAscending(postings: Uint16Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (postings[i]! < postings[i - 1]!) return false;
  return true;
}

type FrontCoded = { shared: Uint8Array; own: Uint8Array; suffixes: Uint8Array };

/** Of each text what it does not share with the one before. */
function frontCoded(texts: readonly string[]): FrontCoded {
  const shared = new Uint8Array(texts.length);
  const own = new Uint8Array(texts.length);
  const all = texts.join('');
  const joined = Buffer.from(all);
  const isAscii = joined.length === all.length;
  const suffixes = new Uint8Array(joined.length);
  let before = 0;
  let start = 0;
  let filled = 0;
  for (const [i, text] of texts.entries()) {
    const end = start + (isAscii ? text.length : Buffer.byteLength(text));
    let common = 0;
    const most = Math.min(start - before, end - start);
    while (common < most && joined[before + common] === joined[start + common]) common++;
    shared[i] = common;
    own[i] = end - start - common;
    for (let at = start + common; at < end; at++) suffixes[filled++] = joined[at]!;
    before = start;
    start = end;
  }
  return { shared, own, suffixes: suffixes.subarray(0, filled) };
}
