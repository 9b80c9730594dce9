import { refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
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
export function readNdjson(reading: Reading): AsyncGenerator<ReadRecord> {
  return readSeparated(reading, LINE_FEED);
}

/** GeoJSON text sequences (RFC 8142): each feature behind a record separator, on one line or on many. */
export function readTextSequence(reading: Reading): AsyncGenerator<ReadRecord> {
  return readSeparated(reading, RECORD_SEPARATOR);
}

async function* readSeparated(reading: Reading, separator: number): AsyncGenerator<ReadRecord> {
  const project = await new CrsMember(reading).of(undefined);
  const records = new JsonRecords(reading);
  const capture = new Capture(reading.limits.featureBytes);
  capture.begin(0);
  let offset = 0;
  let line = 1;
  const at = { line: 1, byte: 0 };
  for await (const chunk of utf8Stream(reading)) {
    let from = 0;
    for (let i = chunk.indexOf(separator); i >= 0; i = chunk.indexOf(separator, from)) {
      const bytes = capture.end(chunk, i);
      line += separator === LINE_FEED ? 1 : countLines(chunk, from, i);
      const record = recordAt(bytes, at, reading, project, records);
      if (record !== undefined) yield record;
      if (record instanceof UnparsedRecord) record.keep();
      from = i + 1;
      at.line = line;
      at.byte = offset + from;
      capture.begin(from);
    }
    if (separator !== LINE_FEED) line += countLines(chunk, from, chunk.length);
    capture.carry(chunk);
    offset += chunk.length;
  }
  const last = capture.end(new Uint8Array(0), 0);
  if (last !== undefined && isCutOff(last))
    throw new FormatFault(
      'truncated',
      reading.file,
      `ends in the middle of a feature (line ${at.line}, byte ${at.byte})`,
    );
  const record = recordAt(last, at, reading, project, records);
  if (record !== undefined) yield record;
  records.end();
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
