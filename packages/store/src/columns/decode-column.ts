import { crc32, zstdDecompressSync } from 'node:zlib';
import { type Column, type EncodedTexts, KIND } from './batch.ts';
import { ENTRY_WIDTHS, FORMAT, HEADER_WORDS, NUMBER_SCALES, PREFIX_BYTES, WORD } from './column-format.ts';

/** A stored column is not what was written. It is made again; nothing in it is believed. */
export class DamagedColumn extends Error {}

/** A column as it was encoded. The dictionary is read when it is first looked at. */
export function decodeColumn(stored: Uint8Array): Column {
  const body = bodyOf(stored);
  const header = new Uint32Array(body.buffer, body.byteOffset, HEADER_WORDS);
  const sections = new Sections(body);
  const rows = header[WORD.rows]!;
  const uniform = header[WORD.uniformKind]!;
  const kinds = uniform > 0 || rows === 0 ? new Uint8Array(rows).fill(uniform - 1) : sections.bytes(rows);
  const base = sections.array(Float64Array, 1)[0]!;
  const numbers = decodeNumbers(header, sections, base, kinds);
  const codeWidth = header[WORD.codeWidth]!;
  const coded = codeWidth === 0 ? undefined : sections.array<Entries>(entryOf(codeWidth), countTexts(kinds));
  const codes = coded ? decodeCodes(coded, kinds) : new Uint32Array(0);
  const { encoded, isUtf16 } = encodedTexts(header, sections);
  const read = () => dictionaryOf(encoded, isUtf16);
  return new DecodedColumn(kinds, numbers, codes, read, isUtf16 ? undefined : encoded);
}

class DecodedColumn implements Column {
  readonly kinds: Uint8Array;
  readonly numbers: Float64Array;
  readonly codes: Uint32Array;
  readonly encoded: EncodedTexts | undefined;
  readonly #read: () => string[];
  #dictionary: string[] | undefined;

  constructor(
    kinds: Uint8Array,
    numbers: Float64Array,
    codes: Uint32Array,
    read: () => string[],
    encoded: EncodedTexts | undefined,
  ) {
    this.kinds = kinds;
    this.numbers = numbers;
    this.codes = codes;
    this.#read = read;
    this.encoded = encoded;
  }

  get dictionary(): readonly string[] {
    this.#dictionary ??= this.#read();
    return this.#dictionary;
  }
}

function bodyOf(stored: Uint8Array): Uint8Array {
  if (stored.length < PREFIX_BYTES) throw new DamagedColumn('a stored column is cut off');
  // What a driver hands over may be part of something larger, at any offset in it.
  const aligned = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored);
  const [format, checksum, length] = new Uint32Array(aligned.buffer, aligned.byteOffset, 3);
  const packed = aligned.subarray(PREFIX_BYTES);
  if (format !== FORMAT || crc32(packed) !== checksum)
    throw new DamagedColumn('a stored column does not have its checksum');
  const body = length === 0 ? packed : zstdDecompressSync(packed);
  // As a plain array, and where numbers of 8 bytes can begin.
  return body.byteOffset % 8 === 0
    ? new Uint8Array(body.buffer, body.byteOffset, body.length)
    : Uint8Array.from(body);
}

/** Reads sections one behind the other. */
class Sections {
  readonly #body: Uint8Array;
  #at = HEADER_WORDS * 4;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  bytes(length: number): Uint8Array {
    const bytes = this.#body.subarray(this.#at, this.#at + length);
    this.#at += length + ((8 - (length % 8)) % 8);
    return bytes;
  }

  array<T>(
    Type: { new (buffer: ArrayBufferLike, offset: number, length: number): T; BYTES_PER_ELEMENT: number },
    length: number,
  ): T {
    const bytes = this.bytes(length * Type.BYTES_PER_ELEMENT);
    return new Type(bytes.buffer, bytes.byteOffset, length);
  }
}

type Entries = Uint8Array | Uint16Array | Uint32Array;

function entryOf(width: number): (typeof ENTRY_WIDTHS)[1 | 2 | 4] {
  return ENTRY_WIDTHS[width as 1 | 2 | 4];
}

function decodeNumbers(
  header: Uint32Array,
  sections: Sections,
  base: number,
  kinds: Uint8Array,
): Float64Array {
  const count = header[WORD.numbers]!;
  const width = header[WORD.numberWidth]!;
  if (count === 0) return new Float64Array(0);
  if (width === 8) {
    const doubles = sections.array(Float64Array, count);
    return count === kinds.length ? doubles : spreadDoubles(doubles, kinds);
  }
  const entries: Entries = sections.array<Entries>(entryOf(width), count);
  const factor = NUMBER_SCALES[header[WORD.numberScale]!]!;
  const numbers = new Float64Array(kinds.length);
  if (count === kinds.length)
    for (let row = 0; row < count; row++) numbers[row] = (base + entries[row]!) / factor;
  else
    for (let row = 0, next = 0; row < kinds.length; row++)
      if (isNumber(kinds[row]!)) numbers[row] = (base + entries[next++]!) / factor;
  return numbers;
}

function isNumber(kind: number): boolean {
  return kind === KIND.number || kind === KIND.exact;
}

function countTexts(kinds: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < kinds.length; row++) if (kinds[row]! >= KIND.text) count++;
  return count;
}

/** Gives each row that has one its own again. */
function spreadDoubles(doubles: Float64Array, kinds: Uint8Array): Float64Array {
  const numbers = new Float64Array(kinds.length);
  for (let row = 0, next = 0; row < kinds.length; row++)
    if (isNumber(kinds[row]!)) numbers[row] = doubles[next++]!;
  return numbers;
}

function decodeCodes(coded: Entries, kinds: Uint8Array): Uint32Array {
  if (coded.length === kinds.length) return new Uint32Array(coded);
  const codes = new Uint32Array(kinds.length);
  for (let row = 0, next = 0; row < kinds.length; row++)
    if (kinds[row]! >= KIND.text) codes[row] = coded[next++]!;
  return codes;
}

function encodedTexts(header: Uint32Array, sections: Sections): { encoded: EncodedTexts; isUtf16: boolean } {
  const entries = header[WORD.entries]!;
  if (entries === 0)
    return { encoded: { bytes: new Uint8Array(0), lengths: new Uint8Array(0) }, isUtf16: false };
  const lengths: Entries = sections.array<Entries>(entryOf(header[WORD.lengthWidth]!), entries);
  const bytes = sections.bytes(header[WORD.textBytes]!);
  return { encoded: { bytes, lengths }, isUtf16: header[WORD.isUtf16] === 1 };
}

function dictionaryOf({ bytes, lengths }: EncodedTexts, isUtf16: boolean): string[] {
  const joined = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    isUtf16 ? 'utf16le' : 'utf8',
  );
  const texts: string[] = new Array(lengths.length);
  for (let i = 0, at = 0; i < lengths.length; i++) {
    const end = at + lengths[i]!;
    texts[i] = joined.slice(at, end);
    at = end;
  }
  return texts;
}
