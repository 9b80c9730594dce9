import type { Box, Feature, Features, Geometry, Position, SearchOptions } from '@meridian/client';
import { Refusal } from '../desk.ts';

/** As many as are held at once. */
const PAGE = 10_000;
/** The most that a hub gives at once. */
const MOST = 100_000;
const SMALLEST_DEGREES = 1e-6;

/**
 * Everything that meets a box, once each. A hub gives no pages for boxes: a box with too much in it is asked for in
 * quarters. Only what touches the edge of its part can come from two of them, so only that is remembered.
 */
export async function* featuresInBox(
  features: Features,
  box: Box,
  search: SearchOptions,
): AsyncGenerator<Feature[]> {
  const seen = new Set<string>();
  const waiting: Box[] = parts(box);
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const isSmall = part[2] - part[0] < SMALLEST_DEGREES && part[3] - part[1] < SMALLEST_DEGREES;
    const found = await features.bbox(part, { ...search, limit: isSmall ? MOST : PAGE });
    if (found.partial && isSmall)
      throw new Refusal(`more than ${MOST} features lie at ${part[0]},${part[1]}: export without --bbox`);
    if (found.partial) waiting.unshift(...quarters(part));
    else yield found.features.filter((feature) => isNew(feature, part, seen));
  }
}

/** West of east, always. */
function parts([west, south, east, north]: Box): Box[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

function quarters([west, south, east, north]: Box): Box[] {
  const x = (west + east) / 2;
  const y = (south + north) / 2;
  return [
    [west, south, x, y],
    [x, south, east, y],
    [west, y, x, north],
    [x, y, east, north],
  ];
}

function isNew({ id, geometry }: Feature, part: Box, seen: Set<string>): boolean {
  if (geometry && isInside(geometry, part)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

function isInside(geometry: Geometry, box: Box): boolean {
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.every((member) => isInside(member, box));
  return arePositionsInside(geometry.coordinates, box);
}

type Nested = Position | readonly Nested[];

function arePositionsInside(coordinates: Nested, box: Box): boolean {
  const [x, y] = coordinates;
  if (typeof x === 'number' && typeof y === 'number')
    return x > box[0] && x < box[2] && y > box[1] && y < box[3];
  return (coordinates as readonly Nested[]).every((inner) => arePositionsInside(inner, box));
}
