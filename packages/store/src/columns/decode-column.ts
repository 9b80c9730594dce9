import { type Column, type EncodedTexts, KIND } from './batch.ts';
import { ENTRY_WIDTHS, FORMAT, HEADER_WORDS, NUMBER_SCALES, WORD } from './column-format.ts';
import { ColumnMemory } from './column-memory.ts';
import type { NumberSteps } from './number-steps.ts';
import { unpacked } from './packing.ts';

/** A column as it was encoded. What takes more room than it does in there is made when it is first looked at. */
export function decodeColumn(stored: Uint8Array): DecodedColumn {
  return new DecodedColumn(unpacked(stored, FORMAT));
}

const NO_NUMBERS = new Float64Array(0);
const NO_CODES = new Uint32Array(0);
const NO_TEXTS: EncodedTexts = { bytes: new Uint8Array(0), lengths: new Uint8Array(0) };

/** Of a text that is cut out of all: what refers to it, and where it is; the same for a short one, which is copied. */
const TEXT_BYTES = 40;

export class DecodedColumn implements Column {
  readonly kinds: Uint8Array;
  readonly encoded: EncodedTexts | undefined;
  readonly memory = new ColumnMemory();
  readonly #body: Uint8Array;
  readonly #header: Uint32Array;
  readonly #texts: EncodedTexts;
  /** Where the sections of numbers and codes begin. */
  readonly #numbersAt: number;
  readonly #codesAt: number;
  readonly #base: number;
  #numbers: Float64Array | undefined;
  #steps: NumberSteps | undefined;
  #codes: Uint32Array | undefined;
  #dictionary: readonly string[] | undefined;

  constructor(body: Uint8Array) {
    this.#body = body;
    this.#header = new Uint32Array(body.buffer, body.byteOffset, HEADER_WORDS);
    const header = this.#header;
    const rows = header[WORD.rows]!;
    const uniform = header[WORD.uniformKind]!;
    const isUniform = uniform > 0 || rows === 0;
    const kindsAt = HEADER_WORDS * 4;
    this.kinds = isUniform ? uniformKinds(uniform - 1, rows) : body.subarray(kindsAt, kindsAt + rows);
    const baseAt = kindsAt + (isUniform ? 0 : padded(rows));
    this.#base = this.#array(Float64Array, baseAt, 1)[0]!;
    this.#numbersAt = baseAt + 8;
    this.#codesAt = this.#numbersAt + padded(header[WORD.numbers]! * header[WORD.numberWidth]!);
    this.#texts = this.#readTexts();
    this.encoded = header[WORD.isUtf16] === 1 ? undefined : this.#texts;
  }

  get numbers(): Float64Array {
    this.#numbers ??= this.#readNumbers();
    return this.#numbers;
  }

  /** It is told from what is stored where each row has a multiple, and the others have not been made. */
  numberAt(row: number): number {
    const steps = this.#numbers ? undefined : this.steps;
    if (steps?.entries.length !== this.kinds.length) return this.numbers[row]!;
    return (steps.base + steps.entries[row]!) / steps.scale;
  }

  get steps(): NumberSteps | undefined {
    const count = this.#header[WORD.numbers]!;
    const width = this.#header[WORD.numberWidth]!;
    if (count === 0 || width === 8) return undefined;
    this.#steps ??= {
      base: this.#base,
      scale: NUMBER_SCALES[this.#header[WORD.numberScale]!]!,
      entries: this.#array<Entries>(entryOf(width), this.#numbersAt, count),
    };
    return this.#steps;
  }

  get codes(): Uint32Array {
    this.#codes ??= this.#readCodes();
    return this.#codes;
  }

  get dictionary(): readonly string[] {
    this.#dictionary ??= this.#readDictionary();
    return this.#dictionary;
  }

  /** How much room it takes, with all that was made from it. */
  get bytes(): number {
    return this.#body.length + this.memory.bytes;
  }

  /** Forgets what can be made again from what is stored. */
  shrink(): void {
    this.#numbers = undefined;
    this.#codes = undefined;
    this.#dictionary = undefined;
    this.memory.clear();
  }

  #array<T>(
    Type: { new (buffer: ArrayBufferLike, offset: number, length: number): T },
    at: number,
    length: number,
  ): T {
    return new Type(this.#body.buffer, this.#body.byteOffset + at, length);
  }

  /** They are the last sections. */
  #readTexts(): EncodedTexts {
    const header = this.#header;
    const entries = header[WORD.entries]!;
    if (entries === 0) return NO_TEXTS;
    const textBytes = header[WORD.textBytes]!;
    const width = header[WORD.lengthWidth]!;
    const textsAt = this.#body.length - padded(textBytes);
    return {
      bytes: this.#body.subarray(textsAt, textsAt + textBytes),
      lengths: this.#array<Entries>(entryOf(width), textsAt - padded(entries * width), entries),
    };
  }

  #readNumbers(): Float64Array {
    const { kinds } = this;
    const count = this.#header[WORD.numbers]!;
    if (count === 0) return NO_NUMBERS;
    const isDense = count === kinds.length;
    const { steps } = this;
    const stored = steps ? multiples(steps) : this.#array(Float64Array, this.#numbersAt, count);
    if (!steps && isDense) return stored;
    const numbers = isDense ? stored : spread(stored, kinds);
    this.memory.grow(numbers.byteLength);
    return numbers;
  }

  #readCodes(): Uint32Array {
    const { kinds } = this;
    const width = this.#header[WORD.codeWidth]!;
    if (width === 0) return NO_CODES;
    const isUniform = this.#header[WORD.uniformKind] !== 0;
    const count = isUniform ? kinds.length : countTexts(kinds);
    const coded = this.#array<Entries>(entryOf(width), this.#codesAt, count);
    const codes = new Uint32Array(kinds.length);
    if (coded.length === kinds.length) codes.set(coded);
    // Without a branch, which processors would guess wrong.
    else
      for (let row = 0, next = 0; next < coded.length; row++) {
        const hasText = Number(kinds[row]! >= KIND.text);
        codes[row] = coded[next]! * hasText;
        next += hasText;
      }
    this.memory.grow(codes.byteLength);
    return codes;
  }

  #readDictionary(): readonly string[] {
    const isUtf16 = this.#header[WORD.isUtf16] === 1;
    const texts = dictionaryOf(this.#texts, isUtf16);
    this.memory.grow(TEXT_BYTES * texts.length + this.#texts.bytes.length);
    return texts;
  }
}

const uniform: Uint8Array[] = [];

/** Shared by all columns whose rows have one kind, and not to be changed. */
function uniformKinds(kind: number, rows: number): Uint8Array {
  const known = uniform[kind];
  if (known && known.length >= rows) return known.subarray(0, rows);
  uniform[kind] = new Uint8Array(rows).fill(kind);
  return uniform[kind];
}

/** A section ends where the next one can begin. */
function padded(length: number): number {
  return length + ((8 - (length % 8)) % 8);
}

/** Copied first: that needs no loop, which takes long until it is compiled. */
function multiples({ base, scale, entries }: NumberSteps): Float64Array {
  const numbers = new Float64Array(entries);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (base + numbers[i]!) / scale;
  return numbers;
}

/** Gives each row that has a number its own, and others 0. */
function spread(stored: Float64Array, kinds: Uint8Array): Float64Array {
  const numbers = new Float64Array(kinds.length);
  // Without a branch, which processors would guess wrong.
  for (let row = 0, next = 0; next < stored.length; row++) {
    const hasNumber = HAS_NUMBER[kinds[row]!]!;
    numbers[row] = stored[next]! * hasNumber;
    next += hasNumber;
  }
  return numbers;
}

/** By the kind of a row. */
const HAS_NUMBER = new Uint8Array(8);
HAS_NUMBER[KIND.number] = 1;
HAS_NUMBER[KIND.exact] = 1;

type Entries = Uint8Array | Uint16Array | Uint32Array;

function entryOf(width: number): (typeof ENTRY_WIDTHS)[1 | 2 | 4] {
  return ENTRY_WIDTHS[width as 1 | 2 | 4];
}

function countTexts(kinds: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < kinds.length; row++) count += Number(kinds[row]! >= KIND.text);
  return count;
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
