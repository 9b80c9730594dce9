import { type FeatureView, type TileClusters, VIZ_SAMPLINGS, type VizSampling } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/parameter.ts';
import { clusters } from './clusters.ts';
import { parameter, parameters } from './parameter.ts';
import { tweaks } from './tweaks.ts';
import { readBoolean, readChoice, readInteger } from './values.ts';
import { type ShownAs, viewOf, views } from './view.ts';

const documentedClip: QueryParameter = {
  name: 'clip',
  description: 'Cut geometries to the area; what becomes empty is left out.',
  schema: { type: 'boolean', default: false },
};

/** As it was sent: tiles for maps are clipped unless it is false. */
export const sentClip = parameter(documentedClip, (query, name) => readBoolean(query, name));

/** How the features of an area are to be shown. */
export type AreaShownAs = ShownAs & { clip: boolean };

export const areaViews = parameters(
  [documentedClip, ...views.documented],
  (query): AreaShownAs => ({ ...views.read(query), clip: sentClip.read(query) ?? false }),
);

/** The same for the store. */
export function areaViewOf({ clip, ...view }: AreaShownAs, context: Context): FeatureView {
  return { ...viewOf(view, context), clip };
}

export const TILE_MODES = ['raw', 'viz', 'auto', 'cluster'] as const;

/** In bytes, before compression. */
const TILE_BYTES = { min: 20_000, max: 4_000_000, byDefault: 400_000 };

type TileMode = {
  viz: VizSampling | undefined;
  auto: { maxBytes: number } | undefined;
  /** Counts of `mode=cluster`. */
  cluster: TileClusters | undefined;
  /** `mode=auto` wherever that is possible. */
  ensured: { maxBytes: number } | undefined;
  sample: { fraction: number } | undefined;
};

/**
 * The sampling of `mode=viz`, or of what old clients call so, undefined in any other mode; the bytes of `mode=auto`; and the
 * rest of the tweaks of old clients.
 */
export const tileMode = parameters(
  [
    {
      name: 'mode',
      description:
        'With `viz`, features as a map shows them: clipped, simplified to a grid of 2048 units, without what can’t be seen on it, and without properties unless `selection` names some. With `auto`, a vector tile of at most `tileBytes`: a sample that stays when zooming in, each feature with its number, its `id`, its properties under dotted names and `point_count`, the number of features it stands for. With `cluster`, a vector tile of cells with `point_count`, the number of features whose centre is in them.',
      schema: { type: 'string', enum: [...TILE_MODES], default: 'raw' },
    },
    {
      name: 'vizSampling',
      description:
        'With `mode=viz`: from how many features on a tile shows only a part of them. `low` 70000, `med` 30000, `high` 15000.',
      schema: { type: 'string', enum: [...VIZ_SAMPLINGS], default: 'med' },
    },
    {
      name: 'tileBytes',
      description: 'With `mode=auto`: the size that a tile does not exceed, in bytes before compression.',
      schema: {
        type: 'integer',
        minimum: TILE_BYTES.min,
        maximum: TILE_BYTES.max,
        default: TILE_BYTES.byDefault,
      },
    },
    ...clusters.documented,
    ...tweaks.documented,
  ],
  (query): TileMode => {
    const sampling = readChoice(query, 'vizSampling', VIZ_SAMPLINGS) ?? 'med';
    const mode = readChoice(query, 'mode', TILE_MODES);
    const { sample, isSimplified, isEnsured } = tweaks.read(query);
    const counted = clusters.read(query);
    const maxBytes = readInteger(query, 'tileBytes', TILE_BYTES.min, TILE_BYTES.max) ?? TILE_BYTES.byDefault;
    return {
      viz: mode === 'viz' || (mode === undefined && isSimplified) ? sampling : undefined,
      auto: mode === 'auto' ? { maxBytes } : undefined,
      cluster: mode === 'cluster' ? counted : undefined,
      ensured: mode === undefined && isEnsured ? { maxBytes } : undefined,
      sample,
    };
  },
);
