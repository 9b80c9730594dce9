/**
 * The distance between two segments in space, a and b given by the position of their two ends in an array. Leaves where
 * they are nearest in `nearest`: the part of the way along each.
 */
export const nearest = { a: 0, b: 0 };

export function segmentDistance(p: Float64Array, a: number, q: Float64Array, b: number): number {
  const ax = p[a]!;
  const ay = p[a + 1]!;
  const az = p[a + 2]!;
  const bx = q[b]!;
  const by = q[b + 1]!;
  const bz = q[b + 2]!;
  const ux = p[a + 3]! - ax;
  const uy = p[a + 4]! - ay;
  const uz = p[a + 5]! - az;
  const vx = q[b + 3]! - bx;
  const vy = q[b + 4]! - by;
  const vz = q[b + 5]! - bz;
  const wx = ax - bx;
  const wy = ay - by;
  const wz = az - bz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  let s = 0;
  let t = 0;
  if (uu === 0) t = vv === 0 ? 0 : within(vw / vv);
  else if (vv === 0) s = within(-uw / uu);
  else {
    const uv = ux * vx + uy * vy + uz * vz;
    const cross = uu * vv - uv * uv;
    // Nearly parallel segments are nearest at an end, which the two corrections below find.
    s = cross > 1e-12 * uu * vv ? within((uv * vw - uw * vv) / cross) : 0;
    t = within((uv * s + vw) / vv);
    s = within((uv * t - uw) / uu);
  }
  nearest.a = s;
  nearest.b = t;
  const dx = wx + s * ux - t * vx;
  const dy = wy + s * uy - t * vy;
  const dz = wz + s * uz - t * vz;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function within(part: number): number {
  return part < 0 ? 0 : part > 1 ? 1 : part;
}
