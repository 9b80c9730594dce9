import type { Geometry, Position } from '@meridian/client';
import { partsOf, withPart } from './parts.ts';
import { flat } from './reshape.ts';
import { latitudeAt, mercator } from './web-mercator.ts';

/** On the map: east in degrees, north in the same measure. */
type Vector = { east: number; north: number };

/** A shape moved as a whole, as on the map: it looks the same there. */
export function moved(geometry: Geometry, { east, north }: Vector): Geometry {
  return changed(geometry, (x, y) => [x + east, y + north]);
}

/** A shape turned by so many degrees, clockwise, about the middle of its box, as on the map. */
export function turned(geometry: Geometry, degrees: number): Geometry {
  const points = partsOf(geometry).flatMap(({ positions }) => positions.map(toMap));
  const middle = (of: number[]) => (Math.min(...of) + Math.max(...of)) / 2;
  const [x0, y0] = [middle(points.map(([x]) => x)), middle(points.map(([, y]) => y))];
  const [sin, cos] = [Math.sin((-degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return changed(geometry, (x, y) => [
    x0 + (x - x0) * cos - (y - y0) * sin,
    y0 + (x - x0) * sin + (y - y0) * cos,
  ]);
}

/** Whether a shape is on the earth: nothing is east of 180° or beyond where the map ends. */
export function isDrawableAt(geometry: Geometry): boolean {
  return partsOf(geometry).every(({ positions }) =>
    positions.every(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85.05),
  );
}

function changed(geometry: Geometry, change: (x: number, y: number) => [number, number]): Geometry {
  return partsOf(geometry).reduce(
    (shape, { path, positions }) =>
      withPart(
        shape,
        path,
        positions.map((position) => {
          const [x, y] = change(...toMap(position));
          return [...flat([x, latitudeAt((y * Math.PI) / 180)]), ...position.slice(2)] as Position;
        }),
      ),
    geometry,
  );
}

/** In degrees of longitude to both sides. */
function toMap([longitude, latitude]: Position): [x: number, y: number] {
  return [longitude, (mercator(latitude) * 180) / Math.PI];
}
