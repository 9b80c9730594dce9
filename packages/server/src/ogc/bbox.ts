import { type BBox, invalid } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter } from '../parameters/parameter.ts';

/** The four numbers of `bbox` as they were sent; undefined without it. */
export const bbox = parameter(
  {
    name: 'bbox',
    description:
      'Only features whose geometry intersects this box, and those that have no geometry: west, south, east, north in degrees, or in the units and axis order of `bbox-crs`. Of six numbers the third and the sixth are heights, which are not looked at. A box whose west is greater than its east crosses the antimeridian.',
    schema: {
      type: 'array',
      items: { type: 'number' },
      minItems: 4,
      maxItems: 6,
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
    },
    list: true,
  },
  readNumbers,
);

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

function readNumbers(query: QueryString, name: string): [number, number, number, number] | undefined {
  // Generated clients send the numbers of a list one by one.
  const text = query.values(name).join(',');
  // A form sends a field that is left empty, too.
  if (text === '') return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const numbers = parts.map(Number);
  if (
    (parts.length !== 4 && parts.length !== 6) ||
    !parts.every((part) => DECIMAL.test(part)) ||
    !numbers.every(Number.isFinite)
  )
    throw invalid(
      `bbox must be four or six numbers separated by commas, not ${JSON.stringify(text.slice(0, 200))}`,
    );
  const [minX, minY] = numbers as [number, number];
  const [maxX, maxY] = numbers.slice(numbers.length / 2) as [number, number];
  return [minX, minY, maxX, maxY];
}

/** A box in degrees as boxes of the world: two where it crosses the antimeridian, none where it is beyond the poles. */
export function worldBoxes([west, south, east, north]: readonly [number, number, number, number]): BBox[] {
  if (south > 90 || north < -90) return [];
  const [low, high] = [Math.max(-90, south), Math.min(90, north)];
  if (east - west >= 360) return [{ west: -180, south: low, east: 180, north: high }];
  const [from, to] = [wrapped(west), wrapped(east)];
  if (from <= to) return [{ west: from, south: low, east: to, north: high }];
  return [
    { west: from, south: low, east: 180, north: high },
    { west: -180, south: low, east: to, north: high },
  ];
}

/** 190 → -170; -180 and 180 stay what they are. */
function wrapped(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
