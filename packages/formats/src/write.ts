import type { Platform } from './platform.ts';
import type { FeatureInput, WriteFormatId, WriteOptions } from './write/write-options.ts';

export type FormatWriter = (
  features: AsyncIterable<FeatureInput>,
  options: WriteOptions,
  platform: Platform,
) => AsyncIterable<Uint8Array>;

const WRITERS: Record<WriteFormatId, () => Promise<FormatWriter>> = {
  geojson: async () => (await import('./write/write-geojson.ts')).writeGeoJson,
  ndjson: async () => (await import('./write/write-geojson.ts')).writeNdjson,
  csv: async () => (await import('./csv/write-csv.ts')).writeCsv,
  geopackage: async () => (await import('./geopackage/write-geopackage.ts')).writeGeoPackage,
  flatgeobuf: async () => (await import('./flatgeobuf/write-flatgeobuf.ts')).writeFlatGeobuf,
  geoparquet: async () => (await import('./geoparquet/write-geoparquet.ts')).writeGeoParquet,
  xlsx: async () => (await import('./sheets/write-xlsx.ts')).writeXlsx,
  shapefile: async () => (await import('./shapefile/write-shapefile.ts')).writeShapefile,
  kml: async () => (await import('./xml/write-kml.ts')).writeKml,
  gml: async () => (await import('./gml/write-gml.ts')).writeGml,
  gpx: async () => (await import('./xml/write-gpx.ts')).writeGpx,
};

export type WriteFeatures = (
  format: WriteFormatId,
  features: AsyncIterable<FeatureInput>,
  options?: WriteOptions,
) => AsyncIterable<Uint8Array>;

/** Makes `writeFeatures` for a platform. */
export function writerFor(platform: Platform): WriteFeatures {
  return async function* (format, features, options = {}) {
    const write = await WRITERS[format]();
    yield* write(abortable(features, options.signal), options, platform);
  };
}

async function* abortable<T>(items: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}
