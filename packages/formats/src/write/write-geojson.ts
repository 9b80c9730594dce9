import type { FeatureInput } from './write-options.ts';

const CHUNK_CHARACTERS = 256 * 1024;
const encoder = new TextEncoder();

export async function* writeGeoJson(features: AsyncIterable<FeatureInput>): AsyncGenerator<Uint8Array> {
  let text = '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const feature of features) {
    text += separator + jsonOf(feature);
    separator = ',\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(`${text}\n]}\n`);
}

export async function* writeNdjson(features: AsyncIterable<FeatureInput>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const feature of features) {
    text += `${jsonOf(feature).replaceAll(/[\r\n]/g, ' ')}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

/** Line ends of a feature given as text stand between its members; within strings JSON escapes them. */
function jsonOf(feature: FeatureInput): string {
  return typeof feature === 'string' ? feature : JSON.stringify(feature);
}
