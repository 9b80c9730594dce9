import { type FeatureView, VIZ_SAMPLINGS, type VizSampling } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/parameter.ts';
import { parameter, parameters } from './parameter.ts';
import { tweaks } from './tweaks.ts';
import { readBoolean, readChoice } from './values.ts';
import { type ShownAs, viewOf } from './view.ts';

const documentedClip: QueryParameter = {
  name: 'clip',
  description: 'Cut geometries to the area; what becomes empty is left out.',
  schema: { type: 'boolean', default: false },
};

/** As it was sent: tiles for maps are clipped unless it is false. */
export const sentClip = parameter(documentedClip, (query, name) => readBoolean(query, name));

export const clip = parameter(documentedClip, (query) => sentClip.read(query) ?? false);

/** How the features of an area are to be shown. */
export function areaViewOf(view: ShownAs, clip: boolean, context: Context): FeatureView {
  return { ...viewOf(view, context), clip };
}

const MODES = ['raw', 'viz'] as const;

/** The sampling of `mode=viz`, or of what old clients call so, undefined in any other mode; and the rest of their tweaks. */
export const tileMode = parameters(
  [
    {
      name: 'mode',
      description:
        'With `viz`, features as a map shows them: clipped, simplified to a grid of 2048 units, without what can’t be seen on it, and without properties unless `selection` names some.',
      schema: { type: 'string', enum: [...MODES], default: 'raw' },
    },
    {
      name: 'vizSampling',
      description:
        'With `mode=viz`: from how many features on a tile shows only a part of them. `low` 70000, `med` 30000, `high` 15000.',
      schema: { type: 'string', enum: [...VIZ_SAMPLINGS], default: 'med' },
    },
    ...tweaks.documented,
  ],
  (query): { viz: VizSampling | undefined; sample: { fraction: number } | undefined } => {
    const sampling = readChoice(query, 'vizSampling', VIZ_SAMPLINGS) ?? 'med';
    const mode = readChoice(query, 'mode', MODES);
    const { sample, isSimplified } = tweaks.read(query);
    return { viz: mode === 'viz' || (mode === undefined && isSimplified) ? sampling : undefined, sample };
  },
);
