import { Fault, type FeatureView } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/operation.ts';
import { readBoolean, readView } from './values.ts';

export const clip: QueryParameter = {
  name: 'clip',
  description: 'Cut geometries to the area; what becomes empty is left out.',
  schema: { type: 'boolean', default: false },
};

/** How the features of an area are to be shown. */
export function readAreaView({ query, dialect }: Context): FeatureView {
  refuseUnbuilt(query.pairs.map(({ name }) => name));
  return { ...readView(query, dialect.coordinates), clip: readBoolean(query, 'clip') ?? false };
}

/** Better refused than ignored: an answer without it would look as if it were one. */
function refuseUnbuilt(names: string[]): void {
  for (const name of ['clustering', 'mode', 'vizSampling'])
    if (names.includes(name))
      throw new Fault('notImplemented', `${name} is not available in this version of Meridian`);
}
