import type { FeatureView, SelectedPath } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { boolean, parameter, parameters } from './parameter.ts';

/** Read by what decides about the dialect (dialect.ts), whatever the operation. */
export const clientId = parameter(
  { name: 'clientId', description: 'Names the calling client.', schema: { type: 'string' } },
  () => undefined,
);

export const skipCache = boolean({ name: 'skipCache', description: 'Do not use a cached response.' });

const force2D = boolean({ name: 'force2D', description: 'Give x and y only, without z.' });

const selection: QueryParameter = {
  name: 'selection',
  description:
    'The members to return: `p.name` for a property, a bare name for a root member or property, `*` for all.',
  schema: { type: 'array', items: { type: 'string' } },
  list: true,
};

/** How features are to be shown. `isSelected`: some members were named, if only `*`. */
export type ShownAs = {
  selection: SelectedPath[] | undefined;
  isSelected: boolean;
  force2D: boolean;
  skipCache: boolean;
};

export const views = parameters(
  [selection, ...force2D.documented, ...skipCache.documented, ...clientId.documented],
  (query): ShownAs => ({
    ...readSelection(query),
    force2D: force2D.read(query),
    skipCache: skipCache.read(query),
  }),
);

function readSelection(query: QueryString): Pick<ShownAs, 'selection' | 'isSelected'> {
  const names = query.list('selection') ?? [];
  const isSelected = names.length > 0;
  if (!isSelected || names.includes('*')) return { selection: undefined, isSelected };
  const selection = names.map((name): SelectedPath => {
    const isProperty = name.startsWith('p.');
    const path = (isProperty || name.startsWith('f.') ? name.slice(2) : name).split('.');
    return { root: isProperty ? 'properties' : 'any', path };
  });
  return { selection, isSelected };
}

const PLAIN_VIEWS: Record<'stored' | 'datahub', FeatureView> = {
  stored: { force2D: false, coordinates: 'stored' },
  datahub: { force2D: false, coordinates: 'datahub' },
};

/** The same for the store; how coordinates are given is the dialect's choice. */
export function viewOf({ selection, force2D }: ShownAs, { dialect }: Pick<Context, 'dialect'>): FeatureView {
  const { coordinates } = dialect;
  if (!selection && !force2D) return PLAIN_VIEWS[coordinates];
  return { ...(selection ? { selection } : {}), force2D, coordinates };
}
