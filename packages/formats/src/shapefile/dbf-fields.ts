import { isExactNumber } from '../json.ts';
import type { FeatureParts } from '../tabular/schema.ts';
import type { Losses } from '../write/losses.ts';
import type { PlainColumn } from '../write/plain-table.ts';

const MAX_FIELDS = 255;
const MAX_NAME_BYTES = 10;
const MAX_TEXT_BYTES = 254;
const MAX_DIGITS = 18;
const NUMBER_WIDTH = 24;
const NUMBER_DECIMALS = 15;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export type DbfField = {
  name: Uint8Array;
  type: 'C' | 'N' | 'L';
  width: number;
  decimals: number;
  /** The value as the table has it, as wide as the field. */
  bytes(parts: FeatureParts): Uint8Array;
};

/** Finds out how wide the fields of a table have to be. */
export class DbfFields {
  readonly #columns: PlainColumn[];
  readonly #losses: Losses;
  readonly #widths: number[];
  readonly #isText: boolean[];
  readonly #values: number[];

  constructor(columns: PlainColumn[], losses: Losses) {
    losses.atLeast('columns', columns.length - MAX_FIELDS);
    this.#columns = columns.slice(0, MAX_FIELDS);
    this.#losses = losses;
    this.#widths = this.#columns.map(() => 1);
    this.#values = this.#columns.map(() => 0);
    this.#isText = this.#columns.map(({ type }) => type === 'text' || type === 'json');
  }

  observe(parts: FeatureParts): void {
    for (const [i, column] of this.#columns.entries()) {
      const value = column.pick(parts);
      if (value === undefined) continue;
      const text = textOf(value);
      const length = encoder.encode(text).length;
      if (column.type === 'integer' && length > MAX_DIGITS) this.#isText[i] = true;
      this.#values[i]!++;
      if (this.#isText[i]) this.#observeText(text, length);
      this.#widths[i] = Math.max(this.#widths[i]!, Math.min(length, MAX_TEXT_BYTES));
    }
  }

  #observeText(text: string, bytes: number): void {
    if (bytes > MAX_TEXT_BYTES) this.#losses.add('cutTexts');
    if (/^ *$/.test(text)) this.#losses.add('emptyTexts');
    else if (text.endsWith(' ')) this.#losses.add('blanks');
  }

  finish(): DbfField[] {
    const taken = new Set<string>();
    let changed = 0;
    const fields = this.#columns.map((column, i): DbfField => {
      const { name, type, pick } = column;
      const short = shortName(name, taken);
      if (short !== name) changed++;
      if (this.#isText[i] && type === 'integer') this.#losses.add('digits', this.#values[i]!);
      const field = { name: encoder.encode(short), decimals: 0 };
      if (this.#isText[i]) {
        const width = this.#widths[i]!;
        return { ...field, type: 'C', width, bytes: (parts) => left(pick(parts), width) };
      }
      if (type === 'boolean')
        return { ...field, type: 'L', width: 1, bytes: (parts) => encoder.encode(flag(pick(parts))) };
      const width = type === 'integer' ? this.#widths[i]! : NUMBER_WIDTH;
      const decimals = type === 'integer' ? 0 : NUMBER_DECIMALS;
      const bytes = (parts: FeatureParts) => {
        const value = pick(parts);
        return encoder.encode((value === undefined ? '' : textOf(value)).padStart(width));
      };
      return { ...field, type: 'N', width, decimals, bytes };
    });
    this.#losses.atLeast('cutNames', changed);
    // A table without fields is none to some programs.
    return fields.length > 0
      ? fields
      : [{ name: encoder.encode('id'), type: 'C', width: 1, decimals: 0, bytes: () => encoder.encode(' ') }];
  }
}

function textOf(value: unknown): string {
  return isExactNumber(value) ? value.rawJSON : String(value);
}

function flag(value: unknown): string {
  return value === undefined ? '?' : value === true ? 'T' : 'F';
}

/** At the left, filled with blanks; cut between characters. */
function left(value: unknown, width: number): Uint8Array {
  const bytes = new Uint8Array(width).fill(0x20);
  if (value !== undefined) bytes.set(encoder.encode(cut(textOf(value), width)));
  return bytes;
}

function cut(text: string, bytes: number): string {
  const encoded = encoder.encode(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && (encoded[end]! & 0xc0) === 0x80) end--;
  return decoder.decode(encoded.subarray(0, end));
}

/** Different from the others whatever the case: `population density` → `population`, `populati_1`. */
function shortName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/\p{Cc}/gu, '_');
  let short = cut(plain, MAX_NAME_BYTES);
  for (let n = 1; short === '' || taken.has(short.toLowerCase()); n++)
    short = `${cut(plain, MAX_NAME_BYTES - `_${n}`.length)}_${n}`;
  taken.add(short.toLowerCase());
  return short;
}
