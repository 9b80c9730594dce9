import { refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
import { RecordBatch } from '../record-batch.ts';
import { JsonRecords } from '../records/json-records.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { Capture } from './capture.ts';
import { CrsMember } from './crs-member.ts';
import { recordOf } from './read-geojson.ts';
import { UnparsedRecord, unparsedRecord } from './unparsed-record.ts';
import { ValueScanner } from './value-scanner.ts';

const LINE_FEED = 0x0a;
const RECORD_SEPARATOR = 0x1e;

/** Newline-delimited features. A line that is no feature is refused; the next one is read all the same. */
export function readNdjson(reading: Reading): AsyncGenerator<ReadRecord | RecordBatch, void> {
  return readSeparated(reading, LINE_FEED);
}

/** GeoJSON text sequences (RFC 8142): each feature behind a record separator, on one line or on many. */
export function readTextSequence(reading: Reading): AsyncGenerator<ReadRecord | RecordBatch, void> {
  return readSeparated(reading, RECORD_SEPARATOR);
}

async function* readSeparated(
  reading: Reading,
  separator: number,
): AsyncGenerator<ReadRecord | RecordBatch, void> {
  const records = new SeparatedRecords(reading, separator, await new CrsMember(reading).of(undefined));
  for await (const chunk of utf8Stream(reading)) yield new RecordBatch(records.endingIn(chunk));
  const last = records.last();
  if (last !== undefined) yield last;
  records.end();
}

/** The records of a file, chunk by chunk. */
class SeparatedRecords {
  readonly #reading: Reading;
  readonly #separator: number;
  readonly #project: ToWgs84 | undefined;
  readonly #records: JsonRecords;
  readonly #capture: Capture;
  #offset = 0;
  #line = 1;
  /** Where the next record begins. */
  readonly #at = { line: 1, byte: 0 };

  constructor(reading: Reading, separator: number, project: ToWgs84 | undefined) {
    this.#reading = reading;
    this.#separator = separator;
    this.#project = project;
    this.#records = new JsonRecords(reading);
    this.#capture = new Capture(reading.limits.featureBytes);
    this.#capture.begin(0);
  }

  *endingIn(chunk: Uint8Array): Generator<ReadRecord, void> {
    const separator = this.#separator;
    let from = 0;
    for (let i = chunk.indexOf(separator); i >= 0; i = chunk.indexOf(separator, from)) {
      const bytes = this.#capture.end(chunk, i);
      this.#line += separator === LINE_FEED ? 1 : countLines(chunk, from, i);
      const record = this.#read(bytes);
      if (record !== undefined) yield record;
      if (record instanceof UnparsedRecord) record.keep();
      from = i + 1;
      this.#at.line = this.#line;
      this.#at.byte = this.#offset + from;
      this.#capture.begin(from);
    }
    if (separator !== LINE_FEED) this.#line += countLines(chunk, from, chunk.length);
    this.#capture.carry(chunk);
    this.#offset += chunk.length;
  }

  /** What no separator follows. */
  last(): ReadRecord | undefined {
    const bytes = this.#capture.end(new Uint8Array(0), 0);
    const { line, byte } = this.#at;
    if (bytes !== undefined && isCutOff(bytes))
      throw new FormatFault(
        'truncated',
        this.#reading.file,
        `ends in the middle of a feature (line ${line}, byte ${byte})`,
      );
    return this.#read(bytes);
  }

  /** After the last record was taken. */
  end(): void {
    this.#records.end();
  }

  #read(bytes: Uint8Array | undefined): ReadRecord | undefined {
    return recordAt(bytes, this.#at, this.#reading, this.#project, this.#records);
  }
}

function recordAt(
  bytes: Uint8Array | undefined,
  at: { line: number; byte: number },
  reading: Reading,
  project: ToWgs84 | undefined,
  records: JsonRecords,
): ReadRecord | undefined {
  if (bytes !== undefined && isEmpty(bytes)) return undefined;
  const location = reading.next({ ...at });
  if (location === undefined) return undefined;
  if (bytes === undefined) return recordOf(undefined, 0, location, reading);
  const text = bytes[0] === RECORD_SEPARATOR ? bytes.subarray(1) : bytes;
  const plain = project === undefined ? unparsedRecord(text, location, reading.limits) : undefined;
  if (plain !== undefined) return plain;
  if (text.includes(0)) return refuse(location, 'has NUL bytes');
  return recordOf(text, depthOf(text), location, reading, project, records);
}

/** Every text is scanned to its end at once: one scanner does for all. */
const scanner = new ValueScanner();

function depthOf(bytes: Uint8Array): number {
  scanner.begin();
  scanner.scan(bytes, 0);
  return scanner.deepest;
}

/** An object that is opened and not closed. */
function isCutOff(bytes: Uint8Array): boolean {
  scanner.begin();
  return bytes.includes(0x7b) && scanner.scan(bytes, 0) === -1;
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) =>
      byte === 0x20 || byte === 0x0d || byte === 0x09 || byte === LINE_FEED || byte === RECORD_SEPARATOR,
  );
}

function countLines(chunk: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let i = chunk.indexOf(LINE_FEED, from); i >= 0 && i < to; i = chunk.indexOf(LINE_FEED, i + 1)) lines++;
  return lines;
}
