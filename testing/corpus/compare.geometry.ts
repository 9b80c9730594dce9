import type { Geometry, Position } from '@meridian/geo/geojson';

/** A tenth of a metre, and what the decimals of text formats leave. */
const DEGREES = 1.5e-6;
const METRES_PER_DEGREE = 111_320;
/** Differences are told apart by the smallest of these that they are within, in metres. */
const STEPS = [1, 10, 100];

/** In what ways two geometries differ. Where a ring begins and which way it goes does not count. */
export function geometryDifferences(ours: Geometry | null, theirs: Geometry | null): string[] {
  if (nameOf(ours) !== nameOf(theirs)) return [`geometry ${nameOf(ours)}, GDAL has ${nameOf(theirs)}`];
  if (ours === null || theirs === null) return [];
  if (ours.type === 'GeometryCollection' || theirs.type === 'GeometryCollection') {
    const [own, expected] = [membersOf(ours), membersOf(theirs)];
    if (own.length !== expected.length)
      return [`${own.length} members of a collection, GDAL has ${expected.length}`];
    return [...new Set(own.flatMap((one, i) => geometryDifferences(one, expected[i]!)))];
  }
  const [a, b] = [partsOf(ours), partsOf(theirs)];
  if (a.length !== b.length || a.some((part, i) => part.length !== b[i]!.length))
    return [`other parts of a ${ours.type} than GDAL has`];
  const found: string[] = [];
  if (hasHeights(a) !== hasHeights(b))
    found.push(hasHeights(a) ? 'heights, GDAL has none' : 'no heights, GDAL has some');
  else if (!isSameHeights(heightsOf(a, isAreal(ours)), heightsOf(b, isAreal(ours))))
    found.push('other heights than GDAL has');
  const degrees = Math.max(0, ...a.map((part, i) => offset(part, b[i]!, isAreal(ours))));
  if (degrees > DEGREES && isTurned(a, b)) found.push('lines that go the other way');
  else if (degrees > DEGREES) {
    const metres = degrees * METRES_PER_DEGREE;
    const step = STEPS.find((limit) => metres <= limit);
    found.push(step === undefined ? 'more than 100 m away' : `within ${step} m`);
  }
  return found;
}

function nameOf(geometry: Geometry | null): string {
  if (geometry === null) return 'null';
  const items: unknown[] =
    geometry.type === 'GeometryCollection' ? geometry.geometries : geometry.coordinates;
  return items.length === 0 ? `empty ${geometry.type}` : geometry.type;
}

const membersOf = (geometry: Geometry) =>
  geometry.type === 'GeometryCollection' ? geometry.geometries : [geometry];
const isAreal = ({ type }: Geometry) => type === 'Polygon' || type === 'MultiPolygon';
const hasHeights = (parts: Position[][]) => parts.some((part) => part.some(({ length }) => length > 2));
const isSameHeights = (a: number[], b: number[]) => a.every((height, i) => Math.abs(height - b[i]!) <= 1e-3);

/** In order; those of areas sorted, for rings may begin elsewhere. */
function heightsOf(parts: Position[][], isSorted: boolean): number[] {
  const heights = parts.flatMap((part) => (isSorted ? part.slice(1) : part).map(([, , z]) => z ?? 0));
  return isSorted ? heights.sort((a, b) => a - b) : heights;
}

/** Rings, lines or points, one after the other. */
function partsOf(geometry: Exclude<Geometry, { type: 'GeometryCollection' }>): Position[][] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'LineString':
    case 'MultiPoint':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

/** The greatest distance of two positions, in degrees; of rings, that of the way around in which it is smallest. */
function offset(ours: Position[], theirs: Position[], isRing: boolean): number {
  if (!isRing) return greatest(ours, theirs);
  const open = theirs.slice(0, -1);
  const ways = open.flatMap((_, i) => {
    const turned = [...open.slice(i), ...open.slice(0, i)];
    return [turned, [turned[0]!, ...turned.slice(1).reverse()]];
  });
  return Math.min(...ways.map((way) => greatest(ours.slice(0, -1), way)));
}

/** Lines from their ends to their starts. */
function isTurned(ours: Position[][], theirs: Position[][]): boolean {
  return ours.every((part, i) => part.length > 1 && greatest(part, theirs[i]!.toReversed()) <= DEGREES);
}

function greatest(ours: Position[], theirs: Position[]): number {
  return Math.max(
    ...ours.map(([x, y], i) => Math.max(Math.abs(x - theirs[i]![0]), Math.abs(y - theirs[i]![1]))),
  );
}
