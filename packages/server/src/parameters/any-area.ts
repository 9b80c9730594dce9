import { type Area, invalid } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/operation.ts';
import { boxEdges, readBox } from './box.ts';
import { type Reference, radius, readReference, references } from './reference.ts';

/** A box, or something to search around, or neither. */
export const anyArea: readonly QueryParameter[] = [
  ...boxEdges.map((edge) => ({ ...edge, required: false })),
  ...references,
  radius,
];

export async function readAnyArea(context: Context): Promise<Partial<Reference>> {
  const { query } = context;
  const hasSome = (names: readonly { name: string }[]) => names.some(({ name }) => query.has(name));
  const hasBox = hasSome(boxEdges);
  const hasReference = hasSome(references);
  if (hasBox && hasReference)
    throw invalid(
      'where to look is said in two ways: send west, south, east and north, or what to search around',
    );
  if (hasReference) return readReference(context);
  if (query.has('radius'))
    throw invalid(
      'radius needs something to search around: send lat and lon, refSpaceId and refFeatureId, or h3Index',
    );
  return hasBox ? { area: readBox(query) satisfies Area } : {};
}
