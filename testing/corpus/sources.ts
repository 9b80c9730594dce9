import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Geometries of a sample around a position, as WKT; an empty text is no geometry. */
const KINDS = {
  point: (x, y) => [`POINT (${x} ${y})`, `POINT (${x + 0.25} ${y + 0.125})`, `POINT (${x + 0.5} ${y})`],
  pointz: (x, y) => [`POINT Z (${x} ${y} 12.5)`, `POINT Z (${x + 0.25} ${y} -3)`],
  pointm: (x, y) => [`POINT M (${x} ${y} 7)`, `POINT M (${x + 0.25} ${y} 8)`],
  pointzm: (x, y) => [`POINT ZM (${x} ${y} 12.5 7)`, `POINT ZM (${x + 0.25} ${y} 13 8)`],
  line: (x, y) => [
    `LINESTRING (${x} ${y}, ${x + 0.25} ${y + 0.125}, ${x + 0.5} ${y})`,
    `LINESTRING (${x} ${y + 0.25}, ${x} ${y + 0.5})`,
  ],
  linez: (x, y) => [`LINESTRING Z (${x} ${y} 1, ${x + 0.25} ${y + 0.125} 2.5)`],
  linem: (x, y) => [`LINESTRING M (${x} ${y} 1, ${x + 0.25} ${y + 0.125} 2)`],
  polygon: (x, y) => [
    `POLYGON (${square(x, y, 0.25)})`,
    `POLYGON (${square(x, y, 0.25)}, ${square(x + 0.0625, y + 0.0625, 0.125)})`,
  ],
  polygonz: (x, y) => [
    `POLYGON Z ((${x} ${y} 1, ${x + 0.25} ${y} 2, ${x + 0.25} ${y + 0.25} 3, ${x} ${y} 1))`,
  ],
  multipoint: (x, y) => [`MULTIPOINT ((${x} ${y}), (${x + 0.25} ${y}))`, `MULTIPOINT ((${x} ${y + 0.25}))`],
  multiline: (x, y) => [
    `MULTILINESTRING ((${x} ${y}, ${x + 0.25} ${y}), (${x} ${y + 0.25}, ${x + 0.25} ${y + 0.25}))`,
    `MULTILINESTRING ((${x} ${y}, ${x + 0.125} ${y + 0.125}))`,
  ],
  multipolygon: (x, y) => [
    `MULTIPOLYGON ((${square(x, y, 0.25)}, ${square(x + 0.0625, y + 0.0625, 0.125)}), (${square(x + 0.5, y, 0.25)}))`,
    `MULTIPOLYGON ((${square(x, y, 0.125)}))`,
  ],
  multipolygonz: (x, y) => [
    `MULTIPOLYGON Z (((${x} ${y} 1, ${x + 0.25} ${y} 2, ${x + 0.25} ${y + 0.25} 3, ${x} ${y} 1)), ((${x + 0.5} ${y} 1, ${x + 0.75} ${y} 2, ${x + 0.75} ${y + 0.25} 3, ${x + 0.5} ${y} 1)))`,
  ],
  collection: (x, y) => [
    `GEOMETRYCOLLECTION (POINT (${x} ${y}), LINESTRING (${x} ${y}, ${x + 0.25} ${y}))`,
    `GEOMETRYCOLLECTION (POLYGON (${square(x, y, 0.25)}), POINT (${x} ${y}))`,
  ],
  mixed: (x, y) => [
    `POINT (${x} ${y})`,
    `LINESTRING (${x} ${y}, ${x + 0.25} ${y + 0.125})`,
    `POLYGON (${square(x, y, 0.25)})`,
    `MULTIPOLYGON ((${square(x, y, 0.125)}))`,
  ],
  null: (x, y) => [`POINT (${x} ${y})`, '', `POINT (${x + 0.25} ${y})`],
  allnull: () => ['', ''],
  emptypoint: (x, y) => [`POINT (${x} ${y})`, 'POINT EMPTY'],
  emptyline: (x, y) => [`LINESTRING (${x} ${y}, ${x + 0.25} ${y})`, 'LINESTRING EMPTY'],
  emptypolygon: (x, y) => [`POLYGON (${square(x, y, 0.25)})`, 'POLYGON EMPTY'],
  emptycollection: (x, y) => [`GEOMETRYCOLLECTION (POINT (${x} ${y}))`, 'GEOMETRYCOLLECTION EMPTY'],
  islands: (x, y) => [
    `MULTIPOLYGON ((${square(x, y, 1)}, ${square(x + 0.25, y + 0.25, 0.5)}), (${square(x + 0.375, y + 0.375, 0.25)}))`,
  ],
  curve: (x, y) => [`CIRCULARSTRING (${x} ${y}, ${x + 0.25} ${y + 0.25}, ${x + 0.5} ${y})`],
} satisfies Record<string, (x: number, y: number) => string[]>;

export type Kind = keyof typeof KINDS;

function square(x: number, y: number, side: number): string {
  return `(${x} ${y}, ${x + side} ${y}, ${x + side} ${y + side}, ${x} ${y + side}, ${x} ${y})`;
}

/** A column: its name, its type in a .csvt, and values that are used in turn. */
type Column = readonly [name: string, type: string, ...values: string[]];

const COLUMN_SETS = {
  plain: [
    ['name', 'String', 'Grüße', 'plain, "quoted"', 'Škoda'],
    ['whole', 'Integer', '42', '-7', ''],
    ['num', 'Real', '1.25', '', '-3.5'],
  ],
  ascii: [
    ['name', 'String', 'first', 'second', 'third'],
    ['whole', 'Integer', '42', '-7', ''],
  ],
  latin: [['name', 'String', 'Grüße', 'façade', 'Ærø']],
  western: [['name', 'String', '“Grüße” – 5 €', 'naïve™', 'Œuvre']],
  central: [['name', 'String', 'Łódź', 'Škoda', 'Győr']],
  cyrillic: [['name', 'String', 'Москва', 'Київ', 'София']],
  world: [['name', 'String', '東京', 'Łódź 🗺', 'Αθήνα']],
  types: [
    ['name', 'String', 'a', 'b', ''],
    ['whole', 'Integer', '2147483647', '-1', ''],
    ['big', 'Integer64', '9007199254740991', '-9007199254740991', ''],
    ['huge', 'Integer64', '9223372036854775807', '9007199254740993', ''],
    ['num', 'Real', '0.1', '1e-9', ''],
    ['flag', 'Integer(Boolean)', '1', '0', ''],
    ['small', 'Integer(Int16)', '7', '-32768', ''],
    ['single', 'Real(Float32)', '0.5', '1.25', ''],
    ['day', 'Date', '2026/11/17', '1899/12/31', ''],
    ['clock', 'Time', '10:20:30', '00:00:00', ''],
    ['at', 'DateTime', '2026/11/17 10:20:30', '2026/07/01 23:59:59.5', ''],
  ],
  zones: [
    ['name', 'String', 'a', 'b', 'c'],
    ['at', 'DateTime', '2026/11/17 10:20:30+00', '2026/07/01 23:59:59+02', '2026/07/01 01:02:03-0530'],
  ],
  texts: [
    ['zip', 'String', '01234', '00000', '99999'],
    ['blank', 'String', ' lead', 'two  blanks', 'a\nb'],
    ['odd', 'String', '<a&b>', "it's", '=1+1'],
    ['like', 'String', 'true', '1e5', '2026-11-17'],
  ],
  names: [
    ['Straße', 'String', 'a', 'b', 'c'],
    ['two words', 'String', 'a', 'b', 'c'],
    ['averyverylongcolumnname', 'String', 'a', 'b', 'c'],
    ['averyverylongcolumnother', 'String', 'd', 'e', 'f'],
    ['UPPER', 'Integer', '1', '2', '3'],
  ],
  keys: [
    ['id', 'String', 'k1', 'k2', 'k3'],
    ['name', 'String', 'first', 'second', 'third'],
  ],
} as const satisfies Record<string, readonly Column[]>;

export type ColumnSet = keyof typeof COLUMN_SETS;

/** A CSV with types that GDAL makes other files of. */
export function writeSource(
  folder: string,
  layer: string,
  kind: Kind,
  columnSet: ColumnSet,
  [x, y]: readonly [number, number],
): string {
  const columns: readonly Column[] = COLUMN_SETS[columnSet];
  const rows = KINDS[kind](x, y).map((wkt, i) => [
    wkt,
    ...columns.map(([, , ...values]) => values[i % values.length]!),
  ]);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${layer}.csv`);
  const header = ['WKT', ...columns.map(([name]) => name)];
  writeFileSync(path, [header, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join(''));
  writeFileSync(
    path.replace(/csv$/, 'csvt'),
    ['WKT', ...columns.map(([, type]) => type)].map(quoted).join(','),
  );
  return path;
}

function quoted(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', '""')}"`;
}
