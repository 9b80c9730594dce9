import { FormatFault } from '../fault.ts';
import { exactInteger } from '../json.ts';
import type { DbfRow } from '../shapefile/dbf.ts';
import type { DecodeText } from '../shapefile/dbf-encoding.ts';
import { ByteReader } from '../text/byte-reader.ts';
import type { TabColumn } from './tab-definition.ts';

const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const DELETED = 0x2a;
const NAME_BYTES = 11;
const LENGTH_AT = 16;

/** Bytes of values that are not texts. */
const BINARY_BYTES: Readonly<Record<string, number>> = {
  integer: 4,
  smallint: 2,
  largeint: 8,
  float: 8,
  date: 4,
  time: 4,
  datetime: 8,
  logical: 1,
};

type Field = TabColumn & { offset: number; length: number };

/** The rows of a .dat: laid out as dBase does, with values in binary whose types only the .tab tells. */
export class DatTable {
  readonly records: number;
  readonly #reader: ByteReader;
  readonly #fields: Field[];
  readonly #recordBytes: number;
  readonly #decode: DecodeText;
  #read = 0;

  private constructor(reader: ByteReader, header: DataView, fields: Field[], decode: DecodeText) {
    this.#reader = reader;
    this.records = header.getUint32(4, true);
    this.#recordBytes = header.getUint16(10, true);
    this.#fields = fields;
    this.#decode = decode;
  }

  static async open(
    stream: AsyncIterable<Uint8Array>,
    file: string,
    columns: readonly TabColumn[],
    decode: DecodeText,
  ): Promise<DatTable> {
    const reader = new ByteReader(stream, file);
    const header = view(await reader.need(HEADER_BYTES));
    const headerBytes = header.getUint16(8, true);
    if (headerBytes < HEADER_BYTES + columns.length * FIELD_BYTES)
      throw new FormatFault('malformed', file, `has no room for the ${columns.length} columns of its table`);
    const rest = await reader.need(headerBytes - HEADER_BYTES);
    const fields = fieldsOf(rest, columns, file);
    const recordBytes = header.getUint16(10, true);
    if (fields.reduce((sum, { length }) => sum + length, 1) > recordBytes)
      throw new FormatFault('malformed', file, 'has columns that are longer than its rows');
    return new DatTable(reader, header, fields, decode);
  }

  /** The next row; undefined behind the last. */
  async next(): Promise<DbfRow | undefined> {
    if (this.#read >= this.records) return undefined;
    this.#read++;
    const bytes = await this.#reader.need(this.#recordBytes);
    const row: DbfRow = { values: [], isDeleted: bytes[0] === DELETED };
    for (const { name, type, offset, length } of this.#fields) {
      const field = bytes.subarray(offset, offset + length);
      const value = type in BINARY_BYTES ? binaryValue(view(field), type) : this.#textValue(field, type);
      if (value === UNREADABLE) row.reason ??= `${name} is not in the encoding that the table names`;
      else if (value !== undefined) row.values.push([name, value]);
    }
    return row;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** Texts are filled up with NUL. Decimals are texts as well. */
  #textValue(bytes: Uint8Array, type: string): unknown {
    const end = bytes.indexOf(0);
    const text = this.#decode(end < 0 ? bytes : bytes.subarray(0, end));
    if (text === undefined) return UNREADABLE;
    if (type !== 'decimal') return text === '' ? undefined : text;
    const number = Number(text);
    return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
  }
}

const UNREADABLE = Symbol('unreadable');

function fieldsOf(bytes: Uint8Array, columns: readonly TabColumn[], file: string): Field[] {
  let offset = 1;
  return columns.map((column, i): Field => {
    const length = bytes[i * FIELD_BYTES + LENGTH_AT]!;
    const wanted = BINARY_BYTES[column.type];
    if (length === 0 || (wanted !== undefined && length !== wanted))
      throw new FormatFault(
        'malformed',
        file,
        `has a column ${column.name} of type ${column.type} and length ${length} (byte ${HEADER_BYTES + i * FIELD_BYTES + NAME_BYTES})`,
      );
    offset += length;
    return { ...column, length, offset: offset - length };
  });
}

function binaryValue(field: DataView, type: string): unknown {
  switch (type) {
    case 'integer':
      return field.getInt32(0, true);
    case 'smallint':
      return field.getInt16(0, true);
    case 'largeint':
      return exactInteger(String(field.getBigInt64(0, true)));
    case 'float': {
      const value = field.getFloat64(0, true);
      return Number.isFinite(value) ? value : undefined;
    }
    case 'logical': {
      const value = field.getUint8(0);
      // A number in native tables, a letter in what was made of a dBase table.
      return value === 1 || /[TYty1]/.test(String.fromCharCode(value));
    }
    case 'date':
      return dateOf(field);
    case 'time':
      return timeOf(field.getInt32(0, true));
    default: {
      const [date, time] = [dateOf(field), timeOf(field.getInt32(4, true))];
      return date === undefined ? undefined : `${date}T${time ?? '00:00:00'}`;
    }
  }
}

/** Two bytes of the year, one of the month, one of the day; all 0 is none. */
function dateOf(field: DataView): string | undefined {
  const [year, month, day] = [field.getUint16(0, true), field.getUint8(2), field.getUint8(3)];
  if (month === 0 || day === 0) return undefined;
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}`;
}

/** Milliseconds since midnight; -1 is none. */
function timeOf(ms: number): string | undefined {
  if (ms < 0) return undefined;
  const seconds = Math.floor(ms / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const rest = ms % 1000;
  return `${clock.map((part) => digits(part)).join(':')}${rest === 0 ? '' : `.${digits(rest, 3)}`}`;
}

function digits(value: number, count = 2): string {
  return String(value).padStart(count, '0');
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
