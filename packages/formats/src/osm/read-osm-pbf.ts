import { PbfReader } from 'pbf';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
import { osmFeatures } from './osm-features.ts';
import type { OsmObject } from './osm-objects.ts';
import { decoded, type PbfBlob, pbfBlobs } from './pbf-blobs.ts';
import { objectsOfBlock } from './pbf-block.ts';

/** What a reader has to know to read a file right. */
const KNOWN_FEATURES = ['OsmSchema-V0.6', 'DenseNodes'];

/** OpenStreetMap PBF: extracts and planet files, blocks compressed with zlib or not at all. */
export async function* readOsmPbf(reading: Reading): AsyncGenerator<ReadRecord> {
  yield* osmFeatures(objectsOf(reading), reading);
}

async function* objectsOf(reading: Reading): AsyncGenerator<OsmObject> {
  const { file } = reading;
  let hasHeader = false;
  for await (const blob of pbfBlobs(reading)) {
    const fault = (what: string) => new FormatFault('malformed', file, `${what} at byte ${blob.byte}`);
    if (blob.type === 'OSMHeader') {
      decoded(() => checkHeader(blob, file), fault);
      hasHeader = true;
    }
    if (!hasHeader) throw fault(`is no OpenStreetMap PBF: it has ${JSON.stringify(blob.type.slice(0, 40))}`);
    if (blob.type !== 'OSMData') continue;
    const objects = objectsOfBlock(blob.data);
    for (
      let next = decoded(() => objects.next(), fault);
      !next.done;
      next = decoded(() => objects.next(), fault)
    ) {
      const { id, type } = next.value;
      if (!Number.isSafeInteger(id)) throw fault(`has a ${type} with the id ${id}`);
      yield next.value;
    }
  }
}

function checkHeader({ data }: PbfBlob, file: string): void {
  const required = new PbfReader(data).readFields((tag, found: string[], pbf) => {
    if (tag === 4) found.push(pbf.readString());
  }, []);
  const unknown = required.find((feature) => !KNOWN_FEATURES.includes(feature));
  if (unknown !== undefined)
    throw new FormatFault('unsupported', file, `needs a reader that knows ${JSON.stringify(unknown)}`);
}
