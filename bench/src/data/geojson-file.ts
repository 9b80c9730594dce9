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

/** Writes so many generated features, one a line. */
export async function writeNdjsonFile(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  for (let from = 0; from < count; from += PER_WRITE) {
    const lines = Array.from({ length: Math.min(PER_WRITE, count - from) }, (_, i) =>
      JSON.stringify(makeFeature(from + i)),
    );
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
