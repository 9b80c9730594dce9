import { checkFeature, refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Reading } from '../reading.ts';
import { utf8Stream } from '../text/utf8-stream.ts';
import { CrsMember, projected } from './crs-member.ts';
import { FeatureSplitter, SplitError } from './splitter.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** FeatureCollection, Feature, geometry, an array of features, or any of them one after another. */
export async function* readGeoJson(reading: Reading): AsyncGenerator<ReadRecord> {
  const splitter = new FeatureSplitter(reading.limits.featureBytes);
  const projections = new CrsMember(reading);
  try {
    for await (const chunk of utf8Stream(reading))
      for (const { bytes, byte, line, depth } of splitter.push(chunk)) {
        const location = reading.next({ line, byte });
        if (location === undefined) continue;
        const project = await projections.of(splitter.surroundings.crs);
        yield recordOf(bytes, depth, location, reading, project);
      }
    splitter.end();
    await projections.refuseLate(splitter.surroundings.crs);
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
    return project === undefined ? checkFeature(value, location, text) : projected(value, location, project);
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(location, `is not valid JSON: ${error.message}`);
    throw error;
  }
}
