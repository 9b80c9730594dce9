import { checkFeature, refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Reading } from '../reading.ts';
import { isRecord, JsonRecords } from '../records/json-records.ts';
import { nestedRecords, readNamedRecords, recordsOf } from '../records/read-records.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { CrsMember, projected } from './crs-member.ts';
import { FeatureSplitter, SplitError } from './splitter.ts';
import { strictUtf8 } from './strict-utf8.ts';
import { unparsedRecord } from './unparsed-record.ts';

/**
 * FeatureCollection, Feature, geometry, an array of features, or any of them one after another; also an array of records
 * with coordinates, or a document that has one somewhere.
 */
export async function* readGeoJson(reading: Reading): AsyncGenerator<ReadRecord> {
  if (reading.options.records !== undefined) {
    yield* readNamedRecords(reading, reading.options.records);
    return;
  }
  const records = new JsonRecords(reading);
  const splitter = new FeatureSplitter(reading.limits.featureBytes);
  const projections = new CrsMember(reading);
  try {
    for await (const chunk of utf8Stream(reading))
      for (const { bytes, byte, line, depth, kind } of splitter.push(chunk)) {
        const list =
          kind === 'document' ? nestedRecords(bytes, splitter.surroundings, depth, reading) : undefined;
        if (list !== undefined) {
          const project = await projections.of(undefined);
          yield* recordsOf(list, reading, records, project);
          continue;
        }
        const location = reading.next({ line, byte });
        if (location === undefined) continue;
        const project = await projections.of(splitter.surroundings.crs);
        const plain = bytes && project === undefined && unparsedRecord(bytes, location, reading.limits);
        if (plain) {
          yield plain;
          plain.keep();
        } else
          yield recordOf(bytes, depth, location, reading, project, kind === 'feature' ? undefined : records);
      }
    splitter.end();
    await projections.refuseLate(splitter.surroundings.crs);
    records.end();
  } catch (error) {
    if (!(error instanceof SplitError)) throw error;
    const kind = error.message.startsWith('ends') ? 'truncated' : 'malformed';
    throw new FormatFault(kind, reading.file, `${error.message} (line ${error.line}, byte ${error.byte})`);
  }
}

/** One feature's bytes. `bytes` is undefined if they were too many. */
export function recordOf(
  bytes: Uint8Array | undefined,
  depth: number,
  location: SourceLocation,
  { limits }: Reading,
  project?: ToWgs84,
  records?: JsonRecords,
): ReadRecord {
  if (bytes === undefined) return refuse(location, `is longer than ${limits.featureBytes} bytes`);
  if (depth > limits.depth) return refuse(location, `is nested deeper than ${limits.depth} levels`);
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return refuse(location, 'is not valid UTF-8: say which encoding the file is in');
  }
  try {
    const value = parseJson(text);
    if (records !== undefined && isRecord(value)) return records.read(value, location, project);
    return project === undefined ? checkFeature(value, location, text) : projected(value, location, project);
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(location, `is not valid JSON: ${error.message}`);
    throw error;
  }
}
