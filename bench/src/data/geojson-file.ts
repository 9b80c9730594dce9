import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { makeFeature } from './feature.ts';

const PER_WRITE = 1000;

/** Writes generated features as one GeoJSON file until it has this many bytes; gives their number. */
export async function writeGeoJsonFile(path: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  file.write('{"type":"FeatureCollection","features":[');
  let count = 0;
  for (let written = 0; written < bytes; ) {
    const lines = Array.from({ length: PER_WRITE }, (_, i) => JSON.stringify(makeFeature(count + i)));
    const text = `${count === 0 ? '' : ','}\n${lines.join(',\n')}`;
    if (!file.write(text)) await once(file, 'drain');
    written += Buffer.byteLength(text);
    count += PER_WRITE;
  }
  file.end('\n]}\n');
  await once(file, 'finish');
  return count;
}
