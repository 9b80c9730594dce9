import type { Position } from '@meridian/client';
import type { Part } from './parts.ts';

type Point = readonly [number, number];

/** The part that is meant by a position: the area around it, or else what is nearest. */
export function nearestPart(parts: readonly Part[], at: Point): Part | undefined {
  const measured = parts.map((part) => ({ part, distance: distanceTo(part, at) }));
  return measured.toSorted((a, b) => a.distance - b.distance)[0]?.part;
}

/** In degrees, as on a map of little extent: it is only compared. */
function distanceTo({ kind, positions }: Part, at: Point): number {
  if (kind === 'ring' && isWithin(positions, at)) return 0;
  const [first] = positions;
  if (positions.length === 1) return fromSegment(at, first!, first!);
  return positions
    .slice(1)
    .reduce((least, to, i) => Math.min(least, fromSegment(at, positions[i]!, to)), Number.POSITIVE_INFINITY);
}

function fromSegment([x, y]: Point, [x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/** Whether a position is in a ring; which of them on the ring are is left open. */
export function isWithin(ring: readonly Position[], [x, y]: Point): boolean {
  let isIn = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  }
  return isIn;
}
