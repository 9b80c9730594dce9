import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import {
  blobSource,
  FormatFault,
  LOSSLESS_FORMATS,
  readFeatures,
  WRITE_FORMATS,
  writeFeatures,
} from './browser.ts';
import type { Feature } from './feature.ts';
import { collect, each } from './testing/read-all.ts';
import { sampleFeatures } from './testing/sample-features.ts';

/** The code for browsers uses nothing that Node has not, so it runs here too; SQLite is the one compiled to WebAssembly. */
const sample = sampleFeatures('mixed').map((feature, i): Feature => ({ ...feature, id: `f${i}` }));

async function read(bytes: Uint8Array, name: string): Promise<Feature[]> {
  const features: Feature[] = [];
  for await (const { feature, refused } of readFeatures(
    blobSource(new Blob([new Uint8Array(bytes)]), name),
  )) {
    assert.equal(refused, undefined);
    features.push(feature!);
  }
  return features;
}

for (const format of [...LOSSLESS_FORMATS, 'xlsx'] as const)
  test(`${format} is written and read in a browser, also compressed`, async () => {
    const { ending } = WRITE_FORMATS[format];
    const bytes = await collect(writeFeatures(format, each(structuredClone(sample))));
    assert.deepEqual(await read(bytes, `f.${ending}`), sample);
    assert.deepEqual(await read(gzipSync(bytes), `f.${ending}.gz`), sample);
    assert.deepEqual(await read(zipSync({ [`f.${ending}`]: new Uint8Array(bytes) }), 'f.zip'), sample);
  });

test('a damaged GeoPackage is a fault', async () => {
  const bytes = await collect(writeFeatures('geopackage', each(structuredClone(sample))));
  bytes.fill(0xff, 100, 4096);
  await assert.rejects(read(bytes, 'f.gpkg'), FormatFault);
});
