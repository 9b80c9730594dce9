import { TILE_MODES } from './area-view.ts';
import { parameter } from './parameter.ts';
import { tweaks } from './tweaks.ts';
import { readChoice } from './values.ts';

/** Undefined where cells are asked for, or what old clients ask for: tiles that have no mode. */
export type TileJsonMode = (typeof TILE_MODES)[number] | undefined;

export const tileJsonMode = parameter(
  {
    name: 'mode',
    description: 'The mode of the tiles. `raw`: all features up to a limit, with all that they have.',
    schema: { type: 'string', enum: [...TILE_MODES], default: 'auto' },
  },
  (query, name): TileJsonMode => {
    const mode = readChoice(query, name, TILE_MODES);
    if (mode !== undefined) return mode;
    const { sample, isSimplified } = tweaks.read(query);
    return query.one('clustering') !== undefined || sample || isSimplified ? undefined : 'auto';
  },
);
