import { type FeatureView, VIZ_SAMPLINGS, type VizSampling } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { isSimplified } from './tweaks.ts';
import { readBoolean, readChoice, readView } from './values.ts';

export const clip: QueryParameter = {
  name: 'clip',
  description: 'Cut geometries to the area; what becomes empty is left out.',
  schema: { type: 'boolean', default: false },
};

/** How the features of an area are to be shown. */
export function readAreaView({ query, dialect }: Context): FeatureView {
  return { ...readView(query, dialect.coordinates), clip: readBoolean(query, 'clip') ?? false };
}

const MODES = ['raw', 'viz'] as const;

export const modes: readonly QueryParameter[] = [
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
];

/** The sampling of `mode=viz`, or of what old clients call so; undefined in any other mode. */
export function readViz(query: QueryString): VizSampling | undefined {
  const sampling = readChoice(query, 'vizSampling', VIZ_SAMPLINGS) ?? 'med';
  const mode = readChoice(query, 'mode', MODES);
  return mode === 'viz' || (mode === undefined && isSimplified(query)) ? sampling : undefined;
}
