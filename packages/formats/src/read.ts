import { shownNames } from './archive/shown-names.ts';
import { convertibleReason, isPage } from './convertible.ts';
import { type ContainerId, detectFormat, FORMATS, type FormatId, HEAD_BYTES } from './detect.ts';
import { FormatFault } from './fault.ts';
import type { ReadRecord } from './feature.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { ReadOptions } from './options.ts';
import type { Platform } from './platform.ts';
import { Progress } from './progress.ts';
import { type FileContents, Reading } from './reading.ts';
import { type RecordBatch, RecordIterator } from './record-batch.ts';
import type { Source } from './source.ts';
import { peek } from './text/peek.ts';
import { tellUnusedOptions } from './unused-options.ts';

export type FormatReader = (reading: Reading) => AsyncIterable<ReadRecord | RecordBatch>;

/** Each format's code is loaded when a file of it is read. */
const READERS: Record<FormatId, () => Promise<FormatReader>> = {
  geojson: async () => (await import('./geojson/read-geojson.ts')).readGeoJson,
  ndjson: async () => (await import('./geojson/read-sequence.ts')).readNdjson,
  geojsonseq: async () => (await import('./geojson/read-sequence.ts')).readTextSequence,
  csv: async () => (await import('./csv/read-csv.ts')).readCsv,
  shapefile: async () => (await import('./shapefile/read-shapefile.ts')).readShapefile,
  geopackage: async () => (await import('./geopackage/read-geopackage.ts')).readGeoPackage,
  gpx: async () => (await import('./xml/read-xml.ts')).readGpx,
  kml: async () => (await import('./xml/read-xml.ts')).readKml,
  flatgeobuf: async () => (await import('./flatgeobuf/read-flatgeobuf.ts')).readFlatGeobuf,
  topojson: async () => (await import('./topojson/read-topojson.ts')).readTopoJson,
  geoparquet: async () => (await import('./geoparquet/read-geoparquet.ts')).readGeoParquet,
  xlsx: async () => (await import('./sheets/read-xlsx.ts')).readXlsx,
  ods: async () => (await import('./sheets/read-ods.ts')).readOds,
  gml: async () => (await import('./gml/read-gml.ts')).readGml,
  esrijson: async () => (await import('./esrijson/read-esrijson.ts')).readEsriJson,
  osm: async () => (await import('./osm/read-osm-xml.ts')).readOsmXml,
  osmpbf: async () => (await import('./osm/read-osm-pbf.ts')).readOsmPbf,
  dxf: async () => (await import('./dxf/read-dxf.ts')).readDxf,
  mapinfo: async () => (await import('./mapinfo/read-tab.ts')).readTab,
  mif: async () => (await import('./mif/read-mif.ts')).readMif,
};

/** Records as they are read, and how far reading has come. */
export type FeatureReader = AsyncIterable<ReadRecord> & {
  /** Bytes of the source read so far; compressed ones if it is compressed. */
  readonly bytesRead: number;
  readonly size: number | undefined;
  /** Known once the first record has come. */
  readonly format: FormatId | undefined;
  /** The system of coordinates that features come from; undefined for WGS 84, and where the format does not tell. */
  readonly crs: string | undefined;
  /** What the file does not say and was found out so far: `delimiter ";"`, `longitude in "x"`. */
  readonly guesses: readonly string[];
  /** Layers and columns; known once the first record has come, or reading has failed for want of coordinates. */
  readonly contents: FileContents;
};

/** Makes `readFeatures` for a platform. */
export function readerFor(platform: Platform): (source: Source, options?: ReadOptions) => FeatureReader {
  return (source, options = {}) => new SourceReader(source, options, platform);
}

class SourceReader implements FeatureReader {
  format: FormatId | undefined;
  readonly #progress: Progress;
  readonly #reading: Reading;

  constructor(source: Source, options: ReadOptions, platform: Platform) {
    this.#progress = new Progress(source.size);
    this.#reading = new Reading({
      source: this.#progress.count(source),
      file: source.name,
      options,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      platform,
      progress: this.#progress,
    });
  }

  get bytesRead(): number {
    return this.#progress.bytes;
  }

  get size(): number | undefined {
    return this.#progress.size;
  }

  get crs(): string | undefined {
    return this.#reading.crs;
  }

  get guesses(): readonly string[] {
    return this.#reading.guesses;
  }

  get contents(): FileContents {
    return this.#reading.contents;
  }

  /** Each generator that records pass through takes its time. */
  [Symbol.asyncIterator](): AsyncIterableIterator<ReadRecord> {
    return this.#reading.options.repair ? this.#repaired() : this.#records();
  }

  #records(): RecordIterator {
    return new RecordIterator(this.#read(this.#reading, true));
  }

  async *#repaired(): AsyncGenerator<ReadRecord> {
    const repair = await (await import('./repair.ts')).loadRepair();
    for await (const record of this.#records()) yield repair(record);
  }

  /** Looks into `.gz` and `.zip`, but not into one in another. */
  async *#read(reading: Reading, mayBeArchive: boolean): AsyncGenerator<ReadRecord | RecordBatch, void> {
    const { head, source, discard } = await peek(reading.source, HEAD_BYTES);
    try {
      const { file, options } = reading;
      if (head.length === 0) throw new FormatFault('empty', file, 'is empty');
      const found = detectFormat(source.name, head);
      if (found === 'gzip' || found === 'zip') {
        if (!mayBeArchive)
          throw new FormatFault('unsafe', file, 'is an archive in an archive: unpack it first');
        yield* this.#readArchive(reading.within(source, file), found);
        return;
      }
      const reason = options.format === undefined ? convertibleReason(source.name, head) : undefined;
      if (reason !== undefined) throw new FormatFault('unsupported', file, reason);
      const format = options.format ?? found;
      if (format === undefined)
        throw new FormatFault(
          'unknown',
          file,
          isPage(head)
            ? 'is a page of HTML and not a file with features'
            : `is none of the formats that can be read: ${TITLES}`,
        );
      this.format = format;
      tellUnusedOptions(format, source.name, reading);
      const read = await READERS[format]();
      yield* read(reading.within(source, file));
    } finally {
      await discard();
    }
  }

  async *#readArchive(
    reading: Reading,
    container: ContainerId,
  ): AsyncGenerator<ReadRecord | RecordBatch, void> {
    if (container === 'gzip') {
      const { inflated } = await import('./archive/gzip.ts');
      yield* this.#read(reading.within(inflated(reading), reading.file), false);
      return;
    }
    const { openZip } = await import('./archive/zip.ts');
    const { members, close } = await openZip(reading);
    let rest = members;
    try {
      for (const { source, name } of members) {
        rest = rest.slice(1);
        yield* this.#read(reading.within(source, name), false);
      }
    } catch (error) {
      if (!(error instanceof FormatFault) || rest.length === 0) throw error;
      const names = shownNames(rest.map(({ name }) => name));
      throw new FormatFault(error.kind, error.file, `${error.reason}; not read for this: ${names}`);
    } finally {
      await close();
    }
  }
}

const TITLES = Object.values(FORMATS)
  .map(({ title }) => title)
  .join(', ');
