import type { Random } from '../harness/random.ts';

type Position = [number, number];
type Geometry = { type: string; coordinates: unknown };
export type MapFeature = {
  type: 'Feature';
  id: string;
  geometry: Geometry;
  properties: Record<string, unknown>;
};

/** Points, lines and polygons of all sizes: half of them crowded around one position, the rest all over the map. */
export function randomMap(random: Random, centre: Position, count: number): MapFeature[] {
  return Array.from({ length: count }, (_, i) => {
    const spread = i % 2 === 0 ? 3 : 110;
    const at: Position = [
      clamp(centre[0] + (random.next() - 0.5) * spread, 179),
      clamp(centre[1] + (random.next() - 0.5) * spread, 84),
    ];
    const kind = random.pick(['Point', 'Point', 'LineString', 'Polygon'] as const);
    const size = 10 ** (random.next() * 5 - 4);
    return {
      type: 'Feature',
      id: `f${i}`,
      geometry: shapeOf(random, kind, at, size),
      properties: {
        name: 'x'.repeat(random.whole(0, 60)),
        n: i,
        size,
        importance: random.pick([null, 'none', random.whole(1, 9), random.next()]),
      },
    };
  });
}

function shapeOf(random: Random, kind: string, at: Position, size: number): Geometry {
  if (kind === 'Point') return { type: kind, coordinates: at };
  const corners = random.whole(3, 30);
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = size * (0.5 + random.next());
    return [clamp(at[0] + radius * Math.cos(angle), 180), clamp(at[1] + (radius / 2) * Math.sin(angle), 85)];
  });
  return kind === 'LineString'
    ? { type: kind, coordinates: ring }
    : { type: kind, coordinates: [[...ring, ring[0]!]] };
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(-max, value));
}
