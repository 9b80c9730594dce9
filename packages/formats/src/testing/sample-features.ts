import type { Geometry, Position } from '@meridian/geo/geojson';
import type { Feature } from '../feature.ts';

/** A ring around a position, counter-clockwise. Whole millionths of a degree, as GDAL prints no more of some formats. */
function ring(x: number, y: number, radius: number): Position[] {
  const corners = Array.from({ length: 9 }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / 9;
    return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))];
  });
  return [...corners, corners[0]!];
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

const SHAPES: Record<string, (x: number, y: number) => Geometry> = {
  points: (x, y) => ({ type: 'Point', coordinates: [x, y] }),
  heights: (x, y) => ({ type: 'Point', coordinates: [x, y, round(x * 10)] }),
  lines: (x, y) => ({
    type: 'LineString',
    coordinates: [
      [x, y],
      [round(x + 0.1), round(y + 0.2)],
      [round(x + 0.3), y],
    ],
  }),
  polygons: (x, y) => ({ type: 'Polygon', coordinates: [ring(x, y, 0.2), ring(x, y, 0.1).reverse()] }),
  multipoints: (x, y) => ({
    type: 'MultiPoint',
    coordinates: [
      [x, y],
      [round(x + 0.1), y],
    ],
  }),
  multilines: (x, y) => ({
    type: 'MultiLineString',
    coordinates: [
      [
        [x, y],
        [round(x + 0.1), y],
      ],
      [
        [x, round(y + 0.3)],
        [round(x + 0.2), round(y + 0.4)],
      ],
    ],
  }),
  multipolygons: (x, y) => ({
    type: 'MultiPolygon',
    coordinates: [[ring(x, y, 0.2), ring(x, y, 0.1).reverse()], [ring(round(x + 1), y, 0.2)]],
  }),
};

export type SampleKind = keyof typeof SHAPES | 'mixed';

/** Some features of one kind of geometry, in the middle of Germany or of Great Britain, with plain attributes. */
export function sampleFeatures(kind: SampleKind, [x0, y0]: [number, number] = [9, 50]): Feature[] {
  const kinds = kind === 'mixed' ? Object.keys(SHAPES).filter((name) => name !== 'heights') : [kind];
  return Array.from({ length: 42 }, (_, i): Feature => {
    const x = round(x0 + ((i * 37) % 41) / 23);
    const y = round(y0 + ((i * 17) % 43) / 29);
    return {
      type: 'Feature',
      geometry: SHAPES[kinds[i % kinds.length]!]!(x, y),
      properties: {
        name: `Straße ${i}, “日本” Łódź`,
        ...(i % 5 === 0 ? {} : { num: i * 1.25 - 3 }),
        int: i * 1000,
        flag: i % 2 === 0,
        zip: String(i).padStart(5, '0'),
      },
    };
  });
}

/** The same geometry always written the same way: where a ring begins, and which way it goes, does not count. */
export function canonical(geometry: Geometry | null): unknown {
  if (geometry === null) return null;
  switch (geometry.type) {
    case 'Polygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map(canonicalRing) };
    case 'MultiPolygon':
      return {
        type: geometry.type,
        coordinates: geometry.coordinates.map((rings) => rings.map(canonicalRing)),
      };
    case 'GeometryCollection':
      return { type: geometry.type, geometries: geometry.geometries.map(canonical) };
    default:
      return { type: geometry.type, coordinates: rounded(geometry.coordinates) };
  }
}

function canonicalRing(given: Position[]): unknown {
  const open = (rounded(given) as number[][]).slice(0, -1);
  const keys = open.map((position) => position.join(' '));
  const first = keys.indexOf([...keys].sort()[0]!);
  const turned = [...open.slice(first), ...open.slice(0, first)];
  const other = [turned[0]!, ...turned.slice(1).reverse()];
  return String(turned[1]) < String(other[1]) ? turned : other;
}

/** To a tenth of a metre: what datum shifts and the decimals of text formats leave. */
function rounded(items: unknown): unknown {
  return Array.isArray(items) ? items.map(rounded) : Number((items as number).toFixed(6)) + 0;
}
