import type { Geometry, Position } from '@meridian/geo/geojson';

/** Curves are drawn as lines, one for so many degrees at most. */
const STEP = 4;

/** Two opposite corners. */
export type Corners = readonly [Position, Position];

/** Positions of the ellipse within a box, from one angle to another, in degrees and to the left. */
export function onEllipse([a, b]: Corners, from: number, to: number): Position[] {
  const sweep = (((to - from) % 360) + 360) % 360 || 360;
  const steps = Math.max(1, Math.ceil(sweep / STEP - 1e-9));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + (sweep * i) / steps) * Math.PI) / 180;
    return [
      (a[0] + b[0]) / 2 + (Math.abs(b[0] - a[0]) / 2) * Math.cos(angle),
      (a[1] + b[1]) / 2 + (Math.abs(b[1] - a[1]) / 2) * Math.sin(angle),
    ];
  });
}

export function ellipseRing(corners: Corners): Position[] {
  const positions = onEllipse(corners, 0, 360);
  return [...positions.slice(0, -1), positions[0]!];
}

export function boxRing([[west, south], [east, north]]: Corners): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** A box whose corners are quarters of an ellipse of this width and height. */
export function roundedRing([a, b]: Corners, width: number, height: number): Position[] {
  const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [south, north] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  const [w, h] = [Math.min(Math.abs(width), east - west), Math.min(Math.abs(height), north - south)];
  if (w === 0 || h === 0) return boxRing([a, b]);
  const corner = (x: number, y: number, from: number) =>
    onEllipse(
      [
        [x, y],
        [x + w, y + h],
      ],
      from,
      from + 90,
    );
  const positions = [
    ...corner(east - w, north - h, 0),
    ...corner(west, north - h, 90),
    ...corner(west, south, 180),
    ...corner(east - w, south, 270),
  ];
  return [...positions, positions[0]!];
}

export function areaOfRing(ring: Position[]): Geometry {
  return { type: 'Polygon', coordinates: [ring] };
}
