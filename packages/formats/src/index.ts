/**
 * Geodata files, read and written, the same in Node and in browsers.
 *
 *   import { fileSource, readFeatures } from '@meridian/formats/node';      // Node
 *   import { blobSource, readFeatures } from '@meridian/formats/browser';   // browsers
 *
 *   const reader = readFeatures(fileSource('roads.geojson'), { csv: { lon: 'x', lat: 'y' } });
 *   for await (const record of reader) {
 *     if (record.refused) report(record.refused);            // { location: { file, record, line?, byte? }, id?, reason }
 *     else send(record.text ?? JSON.stringify(record.feature));
 *     show(reader.bytesRead, reader.size);
 *   }
 *
 *   for await (const chunk of writeFeatures('ndjson', features)) file.write(chunk);
 *
 * What is wrong with one feature is a refused record, and reading continues. What is wrong with the file is thrown as
 * a FormatFault, after the records that could be read before it.
 */
export {
  type ContainerId,
  detectFormat,
  FORMATS,
  type FormatId,
  formatByName,
  HEAD_BYTES,
} from './detect.ts';
export { type FaultKind, FormatFault } from './fault.ts';
export { type Feature, locationText, type ReadRecord, type Refusal, type SourceLocation } from './feature.ts';
export { measuresLeftOut } from './geometry/measures.ts';
export { isExactNumber, parseJson } from './json.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type { CsvOptions, ReadOptions } from './options.ts';
export {
  MAX_WIDTH,
  MIN_WIDTH,
  PICTURE_FORMATS,
  type PictureFormatId,
  type PictureOptions,
  type PictureStyle,
} from './picture/picture-options.ts';
export { writePicture } from './picture/write-picture.ts';
export type { FeatureReader } from './read.ts';
export type { FileContents } from './reading.ts';
export { isAddress, SERVICES, type ServiceId, shownAddress } from './remote/address.ts';
export { SeenIds } from './seen-ids.ts';
export { blobSource, bytesSource, type Source, streamSource } from './source.ts';
export { shownFields } from './tiles/shown-fields.ts';
export {
  TILE_FORMATS,
  type TileAddress,
  type TileArchiveSummary,
  type TileArchiveWriter,
  type TileFormatId,
  type TileSetDescription,
  type VectorLayer,
} from './tiles/tile-archive.ts';
export type { ZoomRange } from './tiles/tile-walk.ts';
export { type Loss, Losses } from './write/losses.ts';
export {
  CSV_GEOMETRIES,
  type CsvGeometry,
  type FeatureInput,
  FORMULA_MODES,
  type FormulaMode,
  LOSSLESS_FORMATS,
  WRITE_FORMATS,
  type WriteFormatId,
  type WriteOptions,
} from './write/write-options.ts';
export type { WriteFeatures } from './write.ts';
