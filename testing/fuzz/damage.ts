import type { Random } from './random.ts';

type Damage = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

/** Lengths, counts and offsets that programs trip over. */
const NUMBERS = [0, 1, -1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
/** The same in text, and what stands for nothing. */
const WORDS = [
  ...['0', '-1', '1e999', '-1e308', 'NaN', 'Infinity', '4294967296', '9223372036854775808', '1e-400'],
  ...[
    '',
    ' ',
    '"',
    "'",
    '\0',
    '\n',
    '\r\n',
    '\u{10ffff}',
    '<',
    '>',
    '&#0;',
    '&amp;',
    ']]>',
    '<!--',
    '[',
    '{',
    '}',
    ']',
  ],
  ...['null', 'true', '__proto__', '\x1e', ';', ',', '\t', '\\'],
];
const MAX_COPY = 4096;
const MAX_BYTES = 4 * 1024 * 1024;

/** A part of the bytes, from one position to another. */
function range(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = random.below(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + random.below(random.of([4, 64, MAX_COPY])))];
}

const insert = (bytes: Buffer, at: number, piece: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);

const DAMAGES: readonly Damage[] = [
  function flipBits(bytes, random) {
    for (let left = 1 + random.below(3); left > 0; left--)
      bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    return bytes;
  },
  function setBytes(bytes, random) {
    for (let left = 1 + random.below(3); left > 0; left--)
      bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length));
  },
  function cutOut(bytes, random) {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function repeat(bytes, random) {
    const [from, to] = range(bytes, random);
    const piece = Buffer.from(bytes.subarray(from, to));
    const times = Math.min(1 + random.below(random.of([2, 50, 2000])), Math.ceil(MAX_BYTES / piece.length));
    return insert(bytes, from, Buffer.concat(Array(times).fill(piece)));
  },
  function moveElsewhere(bytes, random) {
    const [from, to] = range(bytes, random);
    return insert(bytes, random.below(bytes.length), Buffer.from(bytes.subarray(from, to)));
  },
  function putNumber(bytes, random) {
    const [number, size] = [random.of(NUMBERS), random.of([1, 2, 4])];
    const at = random.below(bytes.length - size);
    if (bytes.length < size) return bytes;
    const wrapped = Buffer.alloc(4);
    wrapped.writeUInt32LE(number >>> 0);
    const piece = wrapped.subarray(0, size);
    (random.below(2) === 0 ? piece : piece.reverse()).copy(bytes, at);
    return bytes;
  },
  function putWord(bytes, random) {
    return insert(bytes, random.below(bytes.length), Buffer.from(random.of(WORDS)));
  },
  /** Text formats: another number where there is one. */
  function replaceNumber(bytes, random) {
    const text = bytes.toString('latin1');
    const found = [...text.slice(0, 65_536).matchAll(/-?\d+(?:\.\d+)?/g)];
    if (found.length === 0) return bytes;
    const { index, 0: number } = random.of(found);
    return Buffer.from(text.slice(0, index) + random.of(WORDS) + text.slice(index + number.length), 'latin1');
  },
  /** Text formats: lines in another order, or left out. */
  function mixLines(bytes, random) {
    const lines = bytes.toString('latin1').split('\n');
    const line = lines.splice(random.below(lines.length), 1 + random.below(3));
    if (random.below(2) === 0) lines.splice(random.below(lines.length), 0, ...line);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  /** The start of one file with the end of another. */
  function graft(bytes, random, other) {
    return Buffer.concat([
      bytes.subarray(0, random.below(bytes.length)),
      other.subarray(random.below(other.length)),
    ]);
  },
];

/** Most files have one damage: with several, the first is all that is ever seen of them. */
const COUNTS = [1, 1, 1, 1, 2, 3];

/** A damaged copy of the bytes. */
export function damaged(whole: Uint8Array, random: Random, other: Uint8Array): Buffer {
  let bytes: Buffer = Buffer.from(whole);
  for (let left = random.of(COUNTS); left > 0 && bytes.length > 0 && bytes.length < MAX_BYTES; left--)
    bytes = random.of(DAMAGES)(bytes, random, Buffer.from(other));
  return bytes;
}
