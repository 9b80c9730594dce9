import { TILE_FORMATS, type TileFormatId, type WriteFormatId } from '@meridian/formats';
import { bareType, endingOf, FORMATS, typeOf } from './export-parameters.ts';

/** What an export in the background can write: what is streamed too, and files of vector tiles. */
export type JobFormat = WriteFormatId | TileFormatId;

type Format = { ending: string; contentType: string; bareType: string };

/** MBTiles are SQLite databases, and PMTiles have a registered type. */
const TILE_TYPES: Record<TileFormatId, string> = {
  pmtiles: 'application/vnd.pmtiles',
  mbtiles: 'application/vnd.sqlite3',
};

export const JOB_FORMATS = Object.fromEntries([
  ...FORMATS.map((format): [JobFormat, Format] => [
    format,
    { ending: endingOf(format), contentType: typeOf(format), bareType: bareType(format) },
  ]),
  ...(Object.keys(TILE_FORMATS) as TileFormatId[]).map((format): [JobFormat, Format] => [
    format,
    {
      ending: TILE_FORMATS[format].ending,
      contentType: TILE_TYPES[format],
      bareType: TILE_TYPES[format],
    },
  ]),
]) as Record<JobFormat, Format>;

export function isTileFormat(format: JobFormat): format is TileFormatId {
  return format in TILE_FORMATS;
}
