import { TILE_FORMATS, type TileFormatId } from '@meridian/formats';

/** The format of tiles that is named, or that the name of a file ends in; undefined for files of features. */
export function tileFormatOf(format: string | undefined, file: string | undefined): TileFormatId | undefined {
  const ids = Object.keys(TILE_FORMATS) as TileFormatId[];
  return ids.find((id) =>
    format === undefined ? file?.toLowerCase().endsWith(`.${TILE_FORMATS[id].ending}`) : format === id,
  );
}
