import { H3_FACES } from './h3-faces.ts';

const HALF_TURN = 180;
const FULL_TURN = 2 * Math.PI;
/** Numbers of H3, to the last digit: what a cell is shrunk by from one resolution to the next, how large one of resolution 0 is … */
const TO_FINER = 0.37796447300922725;
const CELL_SIZE = 0.381966011250105;
/** … by how much the grids of odd resolutions are turned, and how far rows are apart. */
const TURN = 0.3334731722518321;
const ROW = 0.8660254037844386;
const THIRD = 0.3333333333333333;
const NOWHERE = 1e-16;

/** What is said of a face, part after part: its centre, then north and east on its plane, then the azimuth of its first axis. */
const PARTS = 10;
const faces = Float64Array.from(H3_FACES.flatMap(partsOf));

function partsOf([x, y, z, azimuth]: (typeof H3_FACES)[number]): number[] {
  const down = -z;
  const up = z * down + 1;
  const [towardsX, towardsY] = [x * down, y * down];
  const length = Math.sqrt(up * up + (towardsX * towardsX + towardsY * towardsY));
  const by = length > 0 ? 1 / length : 0;
  const [northX, northY, northZ] = [towardsX * by, towardsY * by, up * by];
  const east = [z * northY - y * northZ, x * northZ - z * northX, y * northX - x * northY];
  return [x, y, z, northX, northY, northZ, ...east, azimuth];
}

/**
 * Where H3 draws on the globe what is at a place on one of its faces, by the same operations in the same order, so that the
 * results are the same to the last bit. Places are steps along the first axis and one a third of a turn from it. What was found is
 * in the fields until the next is looked for.
 */
export class FaceProjection {
  longitude = 0;
  latitude = 0;

  /** The centre of a cell of a resolution. */
  ofCentre(face: number, a: number, b: number, resolution: number): void {
    this.#find(face, a, b, resolution, 1, resolution % 2 === 1);
  }

  /** A corner: a place on the grid that has three steps for one of an even resolution. */
  ofCorner(face: number, a: number, b: number, evenResolution: number): void {
    this.#find(face, a, b, evenResolution, THIRD, false);
  }

  #find(face: number, a: number, b: number, resolution: number, size: number, isTurned: boolean): void {
    const at = PARTS * face;
    const x = faces[at]!;
    const y = faces[at + 1]!;
    const z = faces[at + 2]!;
    const right = a - b * 0.5;
    const up = b * ROW;
    let reach = Math.sqrt(right * right + up * up);
    if (reach < NOWHERE) return this.#note(x, y, z);
    let direction = Math.atan2(up, right);
    for (let level = 0; level < resolution; level++) reach *= TO_FINER;
    reach = Math.atan(reach * size * CELL_SIZE);
    if (isTurned) direction = withinTurn(direction + TURN);
    const azimuth = withinTurn(faces[at + 9]! - direction);
    const [toNorth, toEast] = [Math.cos(azimuth), Math.sin(azimuth)];
    const [near, far] = [Math.cos(reach), Math.sin(reach)];
    const atX = near * x + far * (toNorth * faces[at + 3]! + toEast * faces[at + 6]!);
    const atY = near * y + far * (toNorth * faces[at + 4]! + toEast * faces[at + 7]!);
    const atZ = near * z + far * (toNorth * faces[at + 5]! + toEast * faces[at + 8]!);
    const length = Math.sqrt(atZ * atZ + (atX * atX + atY * atY));
    const by = length > 0 ? 1 / length : 0;
    this.#note(atX * by, atY * by, atZ * by);
  }

  #note(x: number, y: number, z: number): void {
    this.longitude = (Math.atan2(y, x) * HALF_TURN) / Math.PI;
    this.latitude = (Math.asin(z) * HALF_TURN) / Math.PI;
  }
}

function withinTurn(angle: number): number {
  const turned = angle < 0 ? angle + FULL_TURN : angle;
  return angle >= FULL_TURN ? turned - FULL_TURN : turned;
}

/** The face that a position is on, and where in cells of a resolution, as far as rounding allows. */
export function placeOf(
  longitude: number,
  latitude: number,
  resolution: number,
): { face: number; a: number; b: number } {
  const [east, north] = [(longitude * Math.PI) / HALF_TURN, (latitude * Math.PI) / HALF_TURN];
  const flat = Math.cos(north);
  const position = [flat * Math.cos(east), flat * Math.sin(east), Math.sin(north)] as const;
  const along = (start: number) =>
    faces[start]! * position[0] + faces[start + 1]! * position[1] + faces[start + 2]! * position[2];
  let face = 0;
  for (let i = 1; i < H3_FACES.length; i++) if (along(PARTS * i) > along(PARTS * face)) face = i;
  const at = PARTS * face;
  const [toNorth, toEast] = [along(at + 3), along(at + 6)];
  const turn = resolution % 2 === 1 ? TURN : 0;
  const direction = faces[at + 9]! - Math.atan2(toEast, toNorth) - turn;
  const reach = Math.hypot(toNorth, toEast) / along(at) / CELL_SIZE / TO_FINER ** resolution;
  const b = (reach * Math.sin(direction)) / ROW;
  return { face, a: reach * Math.cos(direction) + b / 2, b };
}
