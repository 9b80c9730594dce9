import { checkFeature } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import type { ReadRecord } from '../feature.ts';
import { CrsMember, projected } from '../geojson/crs-member.ts';
import type { Surroundings } from '../geojson/splitter.ts';
import { parseJson } from '../json.ts';
import type { Reading } from '../reading.ts';
import { readWhole } from '../text/byte-reader.ts';
import { parseDocument } from '../text/json-document.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { isRecord, JsonRecords } from './json-records.ts';
import { findRecords, recordsAt } from './nested-records.ts';

/** Features of records, or features among them. */
export function* recordsOf(
  list: readonly unknown[],
  reading: Reading,
  records: JsonRecords,
  project: ToWgs84 | undefined,
): Generator<ReadRecord> {
  for (const value of list) {
    const location = reading.next();
    if (location === undefined) continue;
    if (isRecord(value)) yield records.read(value, location, project);
    else yield project === undefined ? checkFeature(value, location) : projected(value, location, project);
  }
}

/** The list that the user names. The document is held as a whole. */
export async function* readNamedRecords(reading: Reading, records: string): AsyncGenerator<ReadRecord> {
  const { file, limits } = reading;
  const bytes = await readWhole(utf8Stream(reading), limits.documentBytes, file);
  const document = parseDocument(bytes, reading);
  const project = await new CrsMember(reading).of(undefined);
  yield* recordsOf(recordsAt(document, records, file), reading, new JsonRecords(reading), project);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The list of records in a document that is neither a feature nor a record itself. */
export function nestedRecords(
  bytes: Uint8Array | undefined,
  { type }: Surroundings,
  depth: number,
  reading: Reading,
): unknown[] | undefined {
  if (bytes === undefined || type === '"Feature"' || depth > reading.limits.depth) return undefined;
  let document: unknown;
  try {
    document = parseJson(strictUtf8.decode(bytes));
  } catch {
    // Said of the record that it is then taken for.
    return undefined;
  }
  if (!isRecord(document)) return undefined;
  const found = findRecords(document, reading.file);
  if (found !== undefined) reading.guess(`records in "${found.name}"`);
  return found?.list;
}
