import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Vector } from './dxf-object.ts';

/** More is a drawing made to do harm: curves are few numbers in the file, and many positions here. */
const MAX_POSITIONS = 1_000_000;
/** Curves are drawn as lines, one for so many radians at most: 4 degrees, as GDAL does. */
const STEP = Math.PI / 45;
/** Points of a spline for each of its control points, as GDAL has it. */
const POINTS_PER_CONTROL = 8;
const MAX_DEGREE = 25;

/** Positions of a line or ring that is drawn bit by bit. */
export class Path {
  readonly positions: Vector[] = [];

  get end(): Vector | undefined {
    return this.positions.at(-1);
  }

  /** A position that is where the last one is adds nothing. */
  lineTo(position: Vector): void {
    const { end } = this;
    if (end?.every((n, i) => n === position[i])) return;
    if (this.positions.length >= MAX_POSITIONS) throw tooManyPositions();
    this.positions.push(position);
  }

  /** An arc from the last position; `bulge` is the tangent of a quarter of its angle, positive if it turns left. */
  arcTo(to: Vector, bulge: number): void {
    const from = this.end;
    if (from === undefined || Math.abs(bulge) < 1e-9 || (from[0] === to[0] && from[1] === to[1]))
      return this.lineTo(to);
    const towards = (1 - bulge ** 2) / (4 * bulge);
    const x = (from[0] + to[0]) / 2 - (to[1] - from[1]) * towards;
    const y = (from[1] + to[1]) / 2 + (to[0] - from[0]) * towards;
    const radius = Math.hypot(from[0] - x, from[1] - y);
    const begin = Math.atan2(from[1] - y, from[0] - x);
    const angles = steps(begin, begin + 4 * Math.atan(bulge)).slice(1, -1);
    for (const angle of angles)
      this.lineTo([x + radius * Math.cos(angle), y + radius * Math.sin(angle), from[2]]);
    this.lineTo(to);
  }

  /** Part of an ellipse by the vectors of its half axes; angles in radians, of a circle those of the drawing. */
  ellipse(centre: Vector, major: Vector, minor: Vector, from: number, to: number): void {
    for (const angle of steps(from, to)) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      this.lineTo(centre.map((n, i) => n + major[i]! * c + minor[i]! * s) as Vector);
    }
  }

  circle(centre: Vector, radius: number, from = 0, to = 2 * Math.PI): void {
    this.ellipse(centre, [radius, 0, 0], [0, radius, 0], from, to);
  }

  /** A B-spline by de Boor's algorithm. `weights` are empty if it is not rational. */
  spline(
    degree: number,
    knots: readonly number[],
    controls: readonly Vector[],
    weights: readonly number[],
  ): void {
    if (!Number.isInteger(degree) || degree < 1 || degree > MAX_DEGREE)
      throw new GeometryFormatError(`is a spline of degree ${degree}`);
    if (knots.length !== controls.length + degree + 1 || controls.length <= degree)
      throw new GeometryFormatError(
        `is a spline with ${controls.length} control points and ${knots.length} knots`,
      );
    if (knots.some((knot, i) => i > 0 && knot < knots[i - 1]!))
      throw new GeometryFormatError('is a spline whose knots do not ascend');
    const points = controls.map((point, i) => {
      const weight = weights[i] ?? 1;
      return [...point.map((n) => n * weight), weight];
    });
    const [first, last] = [knots[degree]!, knots[controls.length]!];
    const count = POINTS_PER_CONTROL * controls.length;
    let span = degree;
    for (let i = 0; i < count; i++) {
      const at = first + ((last - first) * i) / (count - 1);
      while (span < controls.length - 1 && knots[span + 1]! <= at) span++;
      this.lineTo(splinePoint(at, span, degree, knots, points));
    }
  }
}

function tooManyPositions(): GeometryFormatError {
  return new GeometryFormatError(`would have more than ${MAX_POSITIONS} positions`);
}

/** Angles from the first to the last, evenly. */
function steps(from: number, to: number): number[] {
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / STEP - 1e-9));
  // Angles of a damaged file may go around any number of times.
  if (count > MAX_POSITIONS) throw tooManyPositions();
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
}

function splinePoint(
  at: number,
  span: number,
  degree: number,
  knots: readonly number[],
  points: readonly number[][],
): Vector {
  let level = points.slice(span - degree, span + 1);
  for (let round = 1; round <= degree; round++)
    level = level.slice(1).map((right, j) => {
      const low = knots[span - degree + round + j]!;
      const width = knots[span + 1 + j]! - low;
      const share = width === 0 ? 0 : (at - low) / width;
      return right.map((n, axis) => (1 - share) * level[j]![axis]! + share * n);
    });
  const [x, y, z, weight] = level[0] as [number, number, number, number];
  if (weight === 0) throw new GeometryFormatError('is a spline with a weight of 0');
  return [x / weight, y / weight, z / weight];
}
