import { refuse } from '../check.ts';
import { projectionsBySrid } from '../crs/projection.ts';
import { HEAD_BYTES } from '../detect.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Reading } from '../reading.ts';
import { type Cell, featureOfRow } from '../tabular/row.ts';
import { byteOrderMark, decoderFor, guessEncoding } from '../text/encoding.ts';
import { peek } from '../text/peek.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { type ColumnType, fieldValue, guessTypes, misfitText } from './column-types.ts';
import { type CsvColumns, readHeader } from './columns.ts';
import { guessDelimiter } from './dialect.ts';
import { unescapeFormula } from './formulas.ts';
import { type CsvPiece, type Field, RecordSplitter, splitFields } from './record-splitter.ts';
import { geometryOfRow, type RowProjection } from './row-geometry.ts';

const COMMA = 0x2c;
const TAB = 0x09;
const SAMPLED_ROWS = 1000;
const SAMPLED_BYTES = 1024 * 1024;

/** CSV and TSV with a header. */
export async function* readCsv(reading: Reading): AsyncGenerator<ReadRecord> {
  const { options, file } = reading;
  const { head, source } = await peek(reading.source, HEAD_BYTES);
  // UTF-16 is turned into UTF-8 before anything is cut; other encodings are decoded record by record.
  const isWide =
    byteOrderMark(head)?.encoding.startsWith('utf-16') || /^utf-?16/i.test(options.encoding ?? '');
  const wide = isWide ? (byteOrderMark(head)?.encoding ?? options.encoding) : undefined;
  const sample = wide === undefined ? head : new TextEncoder().encode(new TextDecoder(wide).decode(head));
  const delimiter = options.csv?.delimiter?.charCodeAt(0) ?? guessDelimiter(source.name, sample);
  const encoding = wide === undefined ? (options.encoding ?? guessEncoding(head)) : 'utf-8';
  const decoder = decoderFor(encoding);
  if (decoder === undefined) throw new FormatFault('option', file, `there is no encoding "${encoding}"`);
  if (options.csv?.delimiter === undefined && delimiter !== COMMA)
    reading.guess(delimiter === TAB ? 'delimiter is a tab' : `delimiter "${String.fromCharCode(delimiter)}"`);
  if (options.encoding === undefined && wide === undefined && decoder.encoding !== 'utf-8')
    reading.guess(`encoding ${decoder.encoding}`);
  const projection: RowProjection =
    options.crs === undefined
      ? { bySrid: await projectionsBySrid() }
      : { all: await reading.project(options.crs) };
  const table = new Table(reading, String.fromCharCode(delimiter), decoder, projection);
  const splitter = new RecordSplitter(delimiter, reading.limits.featureBytes);
  const plain = { ...reading.options, encoding: wide ?? 'utf-8' };
  for await (const chunk of utf8Stream({ source, file, options: plain }))
    for (const piece of splitter.push(chunk)) yield* table.take(piece);
  const last = splitter.end();
  if (!('openQuote' in last)) yield* table.take(last);
  yield* table.end();
  if ('openQuote' in last)
    throw new FormatFault('truncated', file, `has a quote in line ${last.openQuote} that is never closed`);
}

type Row = { fields: Field[] | undefined; reason?: string; location: SourceLocation };

/** Header, then a sample of rows that decides the types of the columns, then rows as they come. */
class Table {
  readonly #reading: Reading;
  readonly #delimiter: string;
  readonly #decoder: TextDecoder;
  readonly #projection: RowProjection;
  #columns: CsvColumns | undefined;
  #types: ColumnType[] | undefined;
  #held: Row[] = [];
  readonly #misfits = new Set<string>();
  #heldBytes = 0;

  constructor(reading: Reading, delimiter: string, decoder: TextDecoder, projection: RowProjection) {
    this.#reading = reading;
    this.#delimiter = delimiter;
    this.#decoder = decoder;
    this.#projection = projection;
  }

  *take({ bytes, line, byte }: CsvPiece): Generator<ReadRecord> {
    if (bytes?.length === 0) return;
    if (this.#columns === undefined) {
      this.#columns = this.#header(bytes);
      if (this.#columns.isOurs) this.#types = this.#columns.columns.map(() => 'byValue');
      else if (this.#reading.options.csv?.types === 'text')
        this.#types = this.#columns.columns.map(() => 'text');
      return;
    }
    const row = this.#rowOf(bytes, { line, byte });
    if (row === undefined && this.#types !== undefined) return;
    if (this.#types !== undefined) {
      yield this.#record(row!, this.#types);
      return;
    }
    if (row !== undefined) this.#held.push(row);
    this.#heldBytes += bytes?.length ?? 0;
    if (this.#held.length >= SAMPLED_ROWS || this.#heldBytes >= SAMPLED_BYTES) yield* this.#release();
  }

  *end(): Generator<ReadRecord> {
    if (this.#columns === undefined) throw new FormatFault('empty', this.#reading.file, 'has no header');
    yield* this.#release();
  }

  #header(bytes: Uint8Array | undefined): CsvColumns {
    const { file, options, limits } = this.#reading;
    if (bytes === undefined)
      throw new FormatFault('tooLarge', file, `has a header longer than ${limits.featureBytes} bytes`);
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      throw new FormatFault('malformed', file, `has a header that is not valid ${this.#decoder.encoding}`);
    }
    const names = splitFields(text, this.#delimiter).map((field) => field.text);
    return readHeader(names, options.csv ?? {}, {
      file,
      isGrid: options.crs !== undefined,
      guess: (guess) => this.#reading.guess(guess),
      found: (table) => this.#reading.found({ table }),
    });
  }

  #rowOf(bytes: Uint8Array | undefined, where: { line: number; byte: number }): Row | undefined {
    const location = this.#reading.next(where);
    // Rows that are passed over still help to find the types, so that a resumed import sees the same ones.
    if (location === undefined && this.#types !== undefined) return undefined;
    const row: Row = { fields: undefined, location: location ?? { file: '', record: 0 } };
    if (bytes === undefined) row.reason = `is longer than ${this.#reading.limits.featureBytes} bytes`;
    else if (bytes.includes(0)) row.reason = 'has NUL bytes';
    else
      try {
        row.fields = splitFields(this.#decoder.decode(bytes), this.#delimiter);
      } catch {
        row.reason = `is not valid ${this.#decoder.encoding}: the file mixes encodings, or is in another one`;
      }
    return row;
  }

  *#release(): Generator<ReadRecord> {
    if (this.#types !== undefined) return;
    const sample = this.#held.map(({ fields }) => fields).filter((fields) => fields !== undefined);
    const { columns, lon, lat, height } = this.#columns!;
    const types = guessTypes(columns.length, sample, this.#delimiter === ',', true);
    this.#types = types;
    const hasCommas = (i: number | undefined) => i !== undefined && types[i] === 'decimalComma';
    const isOfCoordinates = this.#delimiter !== ',' && [lon, lat, height].some(hasCommas);
    const commas = [
      ...(isOfCoordinates ? ['coordinates'] : []),
      ...columns.flatMap((column, i) => (column && hasCommas(i) ? [`"${column.name}"`] : [])),
    ];
    if (commas.length > 0) this.#reading.guess(`decimal commas in ${commas.join(', ')}`);
    for (const row of this.#held) if (row.location.record > 0) yield this.#record(row, types);
    this.#held = [];
  }

  #tellMisfit({ name }: { name: string }, type: ColumnType): void {
    if (this.#misfits.has(name)) return;
    this.#misfits.add(name);
    const told = misfitText(name, type);
    if (told !== undefined) this.#reading.guess(told);
  }

  #record({ fields, reason, location }: Row, types: ColumnType[]): ReadRecord {
    const { columns, isEscaped } = this.#columns!;
    if (fields === undefined) return refuse(location, reason!);
    if (fields.length > columns.length)
      return refuse(location, `has ${fields.length} fields, but the header has ${columns.length}`);
    const cells: Cell[] = [];
    for (let i = 0; i < fields.length; i++) {
      const column = columns[i];
      if (column === undefined) continue;
      const { role, isJson } = column;
      const field = isEscaped ? { ...fields[i]!, text: unescapeFormula(fields[i]!.text) } : fields[i]!;
      const isText = isJson || typeof role === 'string';
      const isAbsent = field.text === '' && !(role === 'tags' && field.isQuoted);
      const value = isText ? (isAbsent ? undefined : field.text) : fieldValue(field, types[i]!);
      if (typeof value === 'string' && !isText && types[i] !== 'text') this.#tellMisfit(column, types[i]!);
      cells.push({ role, value, isJson });
    }
    try {
      return featureOfRow(
        cells,
        geometryOfRow(fields, this.#columns!, this.#projection, this.#delimiter !== ','),
        location,
      );
    } catch (error) {
      if (error instanceof GeometryFormatError) return refuse(location, error.message);
      throw error;
    }
  }
}
