import { type Area, cellShape, type Geometry, invalid, isArea, type ReadableSpace } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { readNumber } from './values.ts';

/** Half of the earth's circumference reaches everything. */
export const MAX_RADIUS = 21_000_000;

export const radius: QueryParameter = {
  name: 'radius',
  description:
    'How far away features may be, in metres over the ground. 0 = they must intersect. Negative, only of polygons: they must intersect what is further than that from its outline.',
  schema: { type: 'number', minimum: -MAX_RADIUS, maximum: MAX_RADIUS, default: 0, examples: [1000] },
};

export function readRadius(query: QueryString): number {
  return readNumber(query, 'radius', -MAX_RADIUS, MAX_RADIUS) ?? 0;
}

/** The area within a radius of a shape; a fault where it is negative and the shape can't be shrunk. */
export function areaAround(shape: Geometry, radius: number): Area {
  if (radius < 0 && !isArea(shape))
    throw invalid(
      `radius must be 0 or more for a ${shape.type}, not ${radius}: only a Polygon or MultiPolygon can be shrunk`,
    );
  return { shape, radius };
}

export const references: readonly QueryParameter[] = [
  {
    name: 'lat',
    description: 'Latitude of the centre; with `lon`.',
    schema: { type: 'number', minimum: -90, maximum: 90, examples: [52.52] },
  },
  {
    name: 'lon',
    description: 'Longitude of the centre; with `lat`.',
    schema: { type: 'number', minimum: -180, maximum: 180, examples: [13.405] },
  },
  {
    name: 'refSpaceId',
    description: 'The space of a feature to search around; with `refFeatureId`. Needs the right to read it.',
    schema: { type: 'string' },
  },
  {
    name: 'refFeatureId',
    description: 'The feature to search around; with `refSpaceId`.',
    schema: { type: 'string' },
  },
  {
    name: 'h3Index',
    description: 'The index of an H3 cell to search in and around.',
    schema: { type: 'string', examples: ['871f1d489ffffff'] },
  },
];

/** The ways to say what to search around; exactly one of them must be used, and whole. */
const WAYS = [['lat', 'lon'], ['refSpaceId', 'refFeatureId'], ['h3Index']] as const;

/** What to search around, and where that was found if it is a feature. */
export type Reference = { area: Area; space?: ReadableSpace };

export async function readReference(context: Context): Promise<Reference> {
  const { query, hub, caller } = context;
  refuseMixture(query);
  const radius = readRadius(query);
  const around = (shape: Geometry): Reference => ({ area: areaAround(shape, radius) });
  const index = query.one('h3Index');
  if (index !== undefined) return around(cellShape(index));
  if (query.has('lat')) {
    const lat = readNumber(query, 'lat', -90, 90)!;
    return around({ type: 'Point', coordinates: [readNumber(query, 'lon', -180, 180)!, lat] });
  }
  const [spaceId, featureId] = [query.one('refSpaceId')!, query.one('refFeatureId')!];
  const shape = await hub.features.reference(caller, spaceId, featureId, context.ticket);
  return { ...around(shape), space: hub.features.openForReading(caller, spaceId) };
}

function refuseMixture(query: QueryString): void {
  const used = WAYS.filter((names) => names.some((name) => query.has(name)));
  const ways = WAYS.map((names) => names.join(' and ')).join(', or ');
  if (used.length !== 1)
    throw invalid(
      `${used.length === 0 ? 'it is not said where to search' : 'it is said in more than one way where to search'}: send ${ways}`,
    );
  for (const name of used[0]!)
    if (!query.has(name)) throw invalid(`${name} is missing: send ${used[0]!.join(' and ')} together`);
}
