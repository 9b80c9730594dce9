import { type Groups, on, vertices, X, Y } from './drawings.groups.ts';

/** The corners of a face, each under group codes of its own. */
const corners = (...places: readonly [x: number, y: number, z: number][]): Groups =>
  places.flatMap(([x, y, z], i) => [10 + i, X + x, 20 + i, Y + y, 30 + i, z]);

const hatch = (...paths: Groups[]): Groups =>
  on(
    'WALLS',
    '70',
    'HATCH',
    100,
    'AcDbHatch',
    10,
    0,
    20,
    0,
    30,
    0,
    210,
    0,
    220,
    0,
    230,
    1,
    2,
    'SOLID',
    70,
    1,
    71,
    0,
    91,
    paths.length,
    ...paths.flat(),
    75,
    0,
    76,
    1,
    98,
    1,
    10,
    X,
    20,
    Y,
  );
const square = (x: number, y: number, side: number): Groups => [
  ...[92, 3, 72, 0, 73, 1, 93, 4],
  ...vertices([x, y], [x + side, y], [x + side, y + side], [x, y + side]),
  ...[97, 0],
];
const edge = (x: number, y: number, toX: number, toY: number): Groups => [
  72,
  1,
  10,
  X + x,
  20,
  Y + y,
  11,
  X + toX,
  21,
  Y + toY,
];

/** Hatches, faces and solids. */
export const AREAS: Readonly<Record<string, readonly Groups[]>> = {
  hatches: [
    hatch(square(0, 0, 10)),
    hatch(square(0, 0, 20), square(5, 5, 10)),
    hatch([92, 1, 93, 3, ...edge(0, 0, 10, 0), ...edge(10, 0, 10, 10), ...edge(10, 10, 0, 0), 97, 0]),
  ],
  'hatches-of-arcs': [
    hatch([92, 1, 93, 2, ...edge(-10, 0, 10, 0), 72, 2, 10, X, 20, Y, 40, 10, 50, 0, 51, 180, 73, 1, 97, 0]),
    hatch([92, 7, 72, 1, 73, 1, 93, 2, ...vertices([0, 0, 1], [10, 0, 1]), 97, 0]),
  ],
  faces: [
    on('WALLS', 'A0', '3DFACE', 100, 'AcDbFace', ...corners([0, 0, 1], [10, 0, 2], [10, 10, 3], [0, 10, 4])),
    on('WALLS', 'A1', '3DFACE', 100, 'AcDbFace', ...corners([0, 0, 1], [10, 0, 2], [10, 10, 3], [10, 10, 3])),
    on('WALLS', 'A2', 'SOLID', 100, 'AcDbTrace', ...corners([0, 0, 0], [10, 0, 0], [0, 10, 0], [10, 10, 0])),
  ],
};
