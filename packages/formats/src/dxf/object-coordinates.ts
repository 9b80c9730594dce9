import type { DxfObject, Vector } from './dxf-object.ts';

/** Below that, the direction counts as that of the z axis. */
const NEARLY_UP = 1 / 64;

/**
 * Flat entities have coordinates of their own, in the plane across their direction of extrusion: `0, 0, -1` is the drawing
 * seen from below, with x mirrored. The axes of other planes follow from the direction by a rule of the format.
 */
export function toWorld(object: DxfObject): (position: Vector) => Vector {
  const [nx, ny, nz] = object.position(210) ?? [0, 0, 1];
  const length = Math.hypot(nx, ny, nz);
  if (length === 0 || (nx === 0 && ny === 0 && nz > 0)) return (position) => position;
  const normal: Vector = [nx / length, ny / length, nz / length];
  const isUp = Math.abs(normal[0]) < NEARLY_UP && Math.abs(normal[1]) < NEARLY_UP;
  const across = cross(isUp ? [0, 1, 0] : [0, 0, 1], normal);
  const width = Math.hypot(...across);
  const xAxis = across.map((n) => n / width) as Vector;
  const yAxis = cross(normal, xAxis);
  return ([x, y, z]) => xAxis.map((n, i) => n * x + yAxis[i]! * y + normal[i]! * z) as Vector;
}

export function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
