import {
  CENTER,
  type Coordinates,
  int8,
  int16,
  int32,
  type MapObject,
  type MapSystem,
  writeTable,
} from './mapinfo-layout.ts';

type Pair = readonly [x: number, y: number];
type Version = 300 | 450 | 800;

/** In thousandths of a degree. */
const LINE: Pair[] = [
  [9000, 50_000],
  [9250, 50_125],
  [9500, 50_000],
];
const OTHER_LINE: Pair[] = [
  [9000, 50_500],
  [9250, 50_500],
];
const square = (x: number, y: number, side: number): Pair[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const AREA = [square(9000, 50_000, 500), square(9125, 50_125, 125), square(9750, 50_000, 125)];

/** Coordinates: two bytes each, relative to the middle of the block, or four. */
const pairs = (isShort: boolean, ...values: Pair[]): Buffer =>
  isShort ? int16(...values.flatMap(([x, y]) => [x - CENTER[0], y - CENTER[1]])) : int32(...values.flat());

function boxOf(values: readonly Pair[]): [Pair, Pair] {
  const [xs, ys] = [values.map(([x]) => x), values.map(([, y]) => y)];
  return [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ];
}

/** The number of a type is that of the one with short coordinates, or the next. */
const typed = (type: number, isShort: boolean, ...content: Buffer[]): MapObject => ({
  type: isShort ? type : type + 1,
  content: Buffer.concat(content),
});

/** Where a label goes, the origin of short coordinates, and the box. */
const labelled = (isShort: boolean, values: readonly Pair[]): Buffer =>
  Buffer.concat([
    pairs(isShort, values[0]!),
    isShort ? int32(...CENTER) : Buffer.alloc(0),
    pairs(isShort, ...boxOf(values)),
  ]);

/** Lists of positions with what stands before them: of each the number, its holes, its box and where it is. */
function sections(isShort: boolean, version: Version, parts: readonly (readonly Pair[])[]): Buffer {
  const headBytes = version === 300 ? 24 : 28;
  let at = headBytes * parts.length;
  const heads = parts.map((part, i) => {
    const from = at;
    at += part.length * 8;
    const holes = i === 0 && parts.length === 3 ? 1 : 0;
    return Buffer.concat([
      version === 300 ? int16(part.length) : int32(part.length),
      version === 800 ? int32(holes) : int16(holes),
      pairs(isShort, ...boxOf(part)),
      int32(from),
    ]);
  });
  return Buffer.concat([...heads, pairs(isShort, ...parts.flat())]);
}

function withSections(
  to: Coordinates,
  type: number,
  version: Version,
  parts: readonly (readonly Pair[])[],
  isShort: boolean,
): MapObject {
  const bytes = sections(isShort, version, parts);
  const isRegion = [13, 46, 61].includes(type);
  return typed(
    type,
    isShort,
    int32(to.add(bytes), bytes.length),
    version === 800 ? int32(parts.length) : int16(parts.length),
    Buffer.alloc(version === 800 ? 33 : 0),
    labelled(isShort, parts.flat()),
    int8(1, ...(isRegion ? [1] : [])),
  );
}

const polyline = (to: Coordinates, isShort: boolean, flags = 0): MapObject => {
  const bytes = pairs(isShort, ...LINE);
  return typed(7, isShort, int32(to.add(bytes), bytes.length | flags), labelled(isShort, LINE), int8(1));
};

const multipoint = (to: Coordinates, version: Version, isShort: boolean): MapObject =>
  typed(
    version === 800 ? 67 : 52,
    isShort,
    int32(to.add(pairs(isShort, ...LINE)), LINE.length),
    Buffer.alloc(version === 800 ? 33 : 0),
    Buffer.alloc(15),
    int8(1, 0),
    labelled(isShort, LINE),
  );

type Members = { area?: Pair[][]; lines?: Pair[][]; points?: Pair[] };

function collection(
  to: Coordinates,
  version: 450 | 800,
  { area = [], lines = [], points = [] }: Members,
  isShort: boolean,
): MapObject {
  const box = (values: Pair[]) => pairs(isShort, values[0]!, ...boxOf(values));
  const part = (parts: Pair[][]) =>
    parts.length === 0
      ? Buffer.alloc(0)
      : Buffer.concat([box(parts.flat()), sections(isShort, version, parts)]);
  const [areaBytes, lineBytes] = [part(area), part(lines)];
  const pointBytes =
    points.length === 0 ? Buffer.alloc(0) : Buffer.concat([box(points), pairs(isShort, ...points)]);
  // The size is counted without the box, and with two bytes more for each list than there are.
  const size = (bytes: Buffer, parts: Pair[][]) =>
    parts.length === 0 ? 0 : bytes.length - (isShort ? 12 : 24) + 2 * parts.length;
  const from = to.add(Buffer.concat([areaBytes, lineBytes, pointBytes]));
  const count = version === 800 ? int32 : int16;
  return typed(
    version === 800 ? 70 : 55,
    isShort,
    int32(from, points.length, size(areaBytes, area), size(lineBytes, lines)),
    count(area.length, lines.length),
    int8(...(version === 800 ? [4] : [])),
    Buffer.alloc(15),
    int8(1, 0, 1, 1, 1),
    isShort ? int32(...CENTER) : Buffer.alloc(0),
    pairs(isShort, ...boxOf([...area.flat(), ...lines.flat(), ...points])),
  );
}

const BOTH = [true, false];
const corners = (isShort: boolean) => pairs(isShort, [9000, 50_000], [9500, 50_250]);

const points = (): MapObject[] => [
  ...BOTH.flatMap((isShort) => [
    typed(1, isShort, pairs(isShort, [9125, 50_125]), int8(1)),
    typed(40, isShort, Buffer.alloc(12), pairs(isShort, [8750, 49_875]), int8(1)),
    typed(43, isShort, int8(0, 0), pairs(isShort, [9250, 50_000]), int8(1, 1)),
  ]),
  undefined,
];

/** A text of the height 100 that is turned by tenths of a degree, in a box. */
const text = (to: Coordinates, isShort: boolean, angle: number): MapObject => {
  const said = Buffer.from(`Größe ${angle}`, 'latin1');
  return typed(
    16,
    isShort,
    int32(to.add(said)),
    int16(said.length, 0, angle, 0),
    Buffer.alloc(6),
    pairs(isShort, [9000, 50_000]),
    isShort ? int16(100) : int32(100),
    int8(1),
    corners(isShort),
    int8(1),
  );
};

/** Kinds of objects that GDAL does not write; it reads them. */
const TABLES: Readonly<Record<string, [draw: (to: Coordinates) => MapObject[], system?: MapSystem]>> = {
  points: [points],
  lines: [
    (to) =>
      BOTH.flatMap((isShort) => [
        typed(4, isShort, pairs(isShort, [9000, 50_000], [9250, 50_125]), int8(1)),
        polyline(to, isShort),
        polyline(to, isShort, 0x8000_0000),
        withSections(to, 37, 300, [LINE, OTHER_LINE], isShort),
      ]),
  ],
  'lines-450': [(to) => BOTH.map((isShort) => withSections(to, 49, 450, [LINE, OTHER_LINE], isShort))],
  'lines-800': [(to) => BOTH.map((isShort) => withSections(to, 64, 800, [LINE, OTHER_LINE], isShort))],
  regions: [(to) => BOTH.map((isShort) => withSections(to, 13, 300, AREA, isShort))],
  'regions-450': [(to) => BOTH.map((isShort) => withSections(to, 46, 450, AREA, isShort))],
  'regions-800': [(to) => BOTH.map((isShort) => withSections(to, 61, 800, AREA, isShort))],
  // One list of positions goes through several blocks.
  'long-lines': [
    (to) => [
      withSections(
        to,
        37,
        300,
        [Array.from({ length: 150 }, (_, i): Pair => [9000 + i, 50_000 + (i % 2)]), OTHER_LINE],
        false,
      ),
    ],
  ],
  multipoints: [
    (to) => BOTH.flatMap((isShort) => [multipoint(to, 450, isShort), multipoint(to, 800, isShort)]),
  ],
  collections: [
    (to) =>
      BOTH.flatMap((isShort) => [
        collection(to, 450, { area: AREA, lines: [LINE, OTHER_LINE], points: LINE }, isShort),
        collection(to, 450, { lines: [LINE], points: LINE }, isShort),
      ]),
  ],
  'collections-800': [
    (to) =>
      BOTH.map((isShort) =>
        collection(to, 800, { area: AREA, lines: [LINE, OTHER_LINE], points: LINE }, isShort),
      ),
  ],
  shapes: [
    () =>
      BOTH.flatMap((isShort) => [
        typed(19, isShort, corners(isShort), int8(1, 1)),
        typed(22, isShort, isShort ? int16(50, 50) : int32(50, 50), corners(isShort), int8(1, 1)),
        typed(25, isShort, corners(isShort), int8(1, 1)),
        typed(10, isShort, int16(300, 1200), corners(isShort), corners(isShort), int8(1)),
      ]),
  ],
  texts: [
    (to) => BOTH.flatMap((isShort) => [0, 300, 1200, 2250, 3300].map((angle) => text(to, isShort, angle))),
  ],
  ...Object.fromEntries(
    [2, 3, 4].map((quadrant) => [
      `quadrant-${quadrant}`,
      [points, { quadrant }] as [typeof points, MapSystem],
    ]),
  ),
  'version-300': [points, { version: 300 }],
  'own-datum': [points, { datum: 0, ellipsoid: 10, shift: [582, 105, 414, -1.04, -0.35, 3.08, 8.3, 0] }],
  'deleted-rows': [points, { isDeleted: (row) => row % 3 === 2 }],
};

export const TABLE_NAMES = Object.keys(TABLES);

export function drawTable(name: string, path: string): void {
  writeTable(path, ...TABLES[name]!);
}
