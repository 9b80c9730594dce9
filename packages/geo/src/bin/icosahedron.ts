import { cellToLatLng, getPentagons } from 'h3-js';

export type Vector = readonly [number, number, number];

export type Face = {
  /** Where it touches the globe. */
  centre: Vector;
  /** Along the plane of the face, towards one of its corners, and a quarter turn against the clock from there. */
  ahead: Vector;
  aside: Vector;
  /** How far its corners are from its centre, on that plane. */
  reach: number;
};

const RADIANS = Math.PI / 180;
/** Corners that share an edge are less than this many degrees apart, others more. */
const NEIGHBOURS = Math.cos(80 * RADIANS);

/** The faces of the icosahedron that H3 is drawn on: its corners are the centres of the twelve pentagons. */
export function facesOfH3(): Face[] {
  const corners = getPentagons(0).map((cell) => vectorOf(...(cellToLatLng(cell) as [number, number])));
  const faces: Face[] = [];
  for (const [i, a] of corners.entries())
    for (const [j, b] of corners.slice(i + 1).entries())
      for (const c of corners.slice(i + j + 2))
        if (dot(a, b) > NEIGHBOURS && dot(b, c) > NEIGHBOURS && dot(a, c) > NEIGHBOURS)
          faces.push(faceWith(a, b, c));
  return faces;
}

function faceWith(a: Vector, b: Vector, c: Vector): Face {
  const centre = scaled(sum(sum(a, b), c), 1 / Math.hypot(...sum(sum(a, b), c)));
  const toCorner = sum(scaled(a, 1 / dot(a, centre)), scaled(centre, -1));
  const reach = Math.hypot(...toCorner);
  const ahead = scaled(toCorner, 1 / reach);
  return { centre, ahead, aside: cross(centre, ahead), reach };
}

function vectorOf(latitude: number, longitude: number): Vector {
  const flat = Math.cos(latitude * RADIANS);
  return [
    flat * Math.cos(longitude * RADIANS),
    flat * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

export function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

export function sum([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}

function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  return ax * bx + ay * by + az * bz;
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
