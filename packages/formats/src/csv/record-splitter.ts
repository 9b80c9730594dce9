import { Capture } from '../geojson/capture.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** One record's bytes, without its line end; undefined if longer than allowed. */
export type CsvPiece = { bytes: Uint8Array | undefined; line: number; byte: number };

/** Cuts CSV into records. A line end within quotes belongs to its field; a quote counts only where a field begins. */
export class RecordSplitter {
  readonly #delimiter: number;
  readonly #capture: Capture;
  #inQuotes = false;
  #isFieldStart = true;
  /** Behind a quote that was inside quotes: it ends the field, or is the first of two that stand for one. */
  #isAfterQuote = false;
  #line = 1;
  #offset = 0;
  #startLine = 1;
  #startByte = 0;
  #quoteLine = 0;

  constructor(delimiter: number, limit: number) {
    this.#delimiter = delimiter;
    this.#capture = new Capture(limit);
    this.#capture.begin(0);
  }

  *push(chunk: Uint8Array): Generator<CsvPiece> {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === LINE_FEED) this.#line++;
      if (this.#inQuotes) {
        if (byte !== QUOTE) continue;
        this.#inQuotes = false;
        this.#isAfterQuote = true;
      } else if (byte === QUOTE && (this.#isFieldStart || this.#isAfterQuote)) {
        if (this.#isFieldStart) this.#quoteLine = this.#line;
        this.#inQuotes = true;
        this.#isFieldStart = false;
        this.#isAfterQuote = false;
      } else if (byte === LINE_FEED) {
        yield this.#end(chunk, i);
        this.#capture.begin(i + 1);
        this.#startByte = this.#offset + i + 1;
      } else {
        this.#isFieldStart = byte === this.#delimiter;
        this.#isAfterQuote = false;
      }
    }
    this.#capture.carry(chunk);
    this.#offset += chunk.length;
  }

  /** The last record, which needs no line end; or the line in which a quote was opened that is never closed. */
  end(): CsvPiece | { openQuote: number } {
    if (this.#inQuotes) return { openQuote: this.#quoteLine };
    return this.#end(new Uint8Array(0), 0);
  }

  #end(chunk: Uint8Array, end: number): CsvPiece {
    const whole = this.#capture.end(chunk, end);
    const bytes = whole?.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole;
    const piece = { bytes, line: this.#startLine, byte: this.#startByte };
    this.#startLine = this.#line;
    this.#isFieldStart = true;
    this.#isAfterQuote = false;
    return piece;
  }
}

export type Field = { text: string; isQuoted: boolean };

/** The fields of one record. Two quotes within quotes stand for one. */
export function splitFields(record: string, delimiter: string): Field[] {
  const fields: Field[] = [];
  let at = 0;
  for (;;) {
    if (record.charCodeAt(at) !== QUOTE) {
      const end = record.indexOf(delimiter, at);
      fields.push({ text: end < 0 ? record.slice(at) : record.slice(at, end), isQuoted: false });
      if (end < 0) return fields;
      at = end + 1;
      continue;
    }
    let text = '';
    let end = at + 1;
    for (;;) {
      const quote = record.indexOf('"', end);
      if (quote < 0) {
        text += record.slice(end);
        end = record.length;
        break;
      }
      text += record.slice(end, quote);
      end = quote + 1;
      if (record.charCodeAt(end) !== QUOTE) break;
      text += '"';
      end++;
    }
    // What stands between the closing quote and the delimiter is preserved: "a"b is ab.
    const next = record.indexOf(delimiter, end);
    fields.push({ text: text + (next < 0 ? record.slice(end) : record.slice(end, next)), isQuoted: true });
    if (next < 0) return fields;
    at = next + 1;
  }
}
