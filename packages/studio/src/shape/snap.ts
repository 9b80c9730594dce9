import type { Geometry, Position } from '@meridian/client';
import { partsOf } from './parts.ts';
import { type Flat, flat } from './reshape.ts';

export type Pixel = { x: number; y: number };

/** Where a position is on the screen. */
export type Project = (position: Flat) => Pixel;

/**
 * What a pointer means among shapes: the nearest vertex within reach, or else the nearest position on an edge. It lies on the
 * edge as the data has it, straight in longitude and latitude.
 */
export function snapTo(
  pointer: Pixel,
  shapes: Iterable<Geometry>,
  project: Project,
  reach: number,
): Flat | undefined {
  let vertex: { at: Flat; distance: number } | undefined;
  let edge: { at: Flat; distance: number } | undefined;
  for (const shape of shapes)
    for (const { positions } of partsOf(shape)) {
      let last: { at: Position; pixel: Pixel } | undefined;
      for (const at of positions) {
        const pixel = project([at[0], at[1]]);
        const distance = Math.hypot(pixel.x - pointer.x, pixel.y - pointer.y);
        if (distance <= reach && distance < (vertex?.distance ?? Infinity))
          vertex = { at: flat(at), distance };
        const found = last && onEdge(pointer, last, { at, pixel });
        if (found && found.distance <= reach && found.distance < (edge?.distance ?? Infinity)) edge = found;
        last = { at, pixel };
      }
    }
  return (vertex ?? edge)?.at;
}

type End = { at: Position; pixel: Pixel };

function onEdge(pointer: Pixel, from: End, to: End): { at: Flat; distance: number } {
  const [dx, dy] = [to.pixel.x - from.pixel.x, to.pixel.y - from.pixel.y];
  const length = dx * dx + dy * dy;
  const along = (pointer.x - from.pixel.x) * dx + (pointer.y - from.pixel.y) * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
  const distance = Math.hypot(from.pixel.x + share * dx - pointer.x, from.pixel.y + share * dy - pointer.y);
  const at = flat([
    from.at[0] + share * (to.at[0] - from.at[0]),
    from.at[1] + share * (to.at[1] - from.at[1]),
  ]);
  return { at, distance };
}
