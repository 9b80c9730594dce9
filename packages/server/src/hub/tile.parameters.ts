import { readerOf, type ValuesOf } from '../http/parameter.ts';
import { QueryString } from '../http/request/query-string.ts';
import { sentClip, tileMode } from '../parameters/area-view.ts';
import { clustering } from '../parameters/clustering.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { sentLimit } from '../parameters/paging.ts';
import { integer } from '../parameters/parameter.ts';
import { version } from '../parameters/version.ts';
import { views } from '../parameters/view.ts';

/** What tiles can be asked for. Some defaults depend on the form of the tile. */
export const tileParameters = {
  version,
  margin: integer({
    name: 'margin',
    description:
      'Widens the tile on every side, in pixels of a 256-pixel tile. By default 0, of vector tiles 4.',
    min: 0,
    max: 4096,
    schema: { default: 0 },
  }),
  clip: sentClip,
  mode: tileMode,
  clustering,
  filter: filters,
  limit: sentLimit,
  view: views,
  explain,
};

export type TileAsked = ValuesOf<typeof tileParameters>;

const readTileParameters = readerOf(tileParameters);

/** The same for `mode=auto`. */
export function autoTile(): TileAsked {
  return readTileParameters(new QueryString('mode=auto'));
}

/** What is asked for where nothing of it is sent. */
export function plainTile(): TileAsked {
  return readTileParameters(new QueryString(''));
}
