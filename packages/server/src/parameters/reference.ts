import { type Area, cellShape, type Geometry, invalid, isArea, type ReadableSpace } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter, parameters } from './parameter.ts';
import { readNumber } from './values.ts';

/** Half of the earth's circumference reaches everything. */
export const MAX_RADIUS = 21_000_000;

export const radius = parameter(
  {
    name: 'radius',
    description:
      'How far away features may be, in metres over the ground. 0 = they must intersect. Negative, only of polygons: they must intersect what is further than that from its outline.',
    schema: { type: 'number', minimum: -MAX_RADIUS, maximum: MAX_RADIUS, default: 0, examples: [1000] },
  },
  (query, name) => readNumber(query, name, -MAX_RADIUS, MAX_RADIUS) ?? 0,
);

/** The area within a radius of a shape; a fault where it is negative and the shape can't be shrunk. */
export function areaAround(shape: Geometry, radius: number): Area {
  if (radius < 0 && !isArea(shape))
    throw invalid(
      `radius must be 0 or more for a ${shape.type}, not ${radius}: only a Polygon or MultiPolygon can be shrunk`,
    );
  return { shape, radius };
}

const documented: readonly QueryParameter[] = [
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

/** What to search around: a shape, or a feature that has one. */
export type Centre = { shape: Geometry } | { spaceId: string; featureId: string };

export const centre = parameters(documented, (query): Centre => {
  refuseMixture(query);
  const index = query.one('h3Index');
  if (index !== undefined) return { shape: cellShape(index) };
  if (query.has('lat')) {
    const lat = readNumber(query, 'lat', -90, 90)!;
    return { shape: { type: 'Point', coordinates: [readNumber(query, 'lon', -180, 180)!, lat] } };
  }
  return { spaceId: query.one('refSpaceId')!, featureId: query.one('refFeatureId')! };
});

/** The area around it, and where it was found if it is a feature. */
export type AreaFound = { area: Area; space?: ReadableSpace };

export async function areaAroundCentre(
  { hub, caller, ticket }: Context,
  centre: Centre,
  radius: number,
): Promise<AreaFound> {
  if ('shape' in centre) return { area: areaAround(centre.shape, radius) };
  const { spaceId, featureId } = centre;
  const shape = await hub.features.reference(caller, spaceId, featureId, ticket);
  return { area: areaAround(shape, radius), space: hub.features.openForReading(caller, spaceId) };
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
