/** Groups of a drawing one after the other: code, value, code, value. */
export type Groups = readonly (number | string)[];

const HEADER: Groups = [
  0,
  'SECTION',
  2,
  'HEADER',
  9,
  '$ACADVER',
  1,
  'AC1015',
  9,
  '$DWGCODEPAGE',
  3,
  'ANSI_1252',
  0,
  'ENDSEC',
];

const LAYERS: Groups = [
  ...[0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LAYER', 70, 3],
  ...[
    0,
    'LAYER',
    100,
    'AcDbSymbolTableRecord',
    100,
    'AcDbLayerTableRecord',
    2,
    '0',
    70,
    0,
    62,
    7,
    6,
    'CONTINUOUS',
  ],
  ...[
    0,
    'LAYER',
    100,
    'AcDbSymbolTableRecord',
    100,
    'AcDbLayerTableRecord',
    2,
    'WALLS',
    70,
    0,
    62,
    30,
    6,
    'CONTINUOUS',
  ],
  ...[
    0,
    'LAYER',
    100,
    'AcDbSymbolTableRecord',
    100,
    'AcDbLayerTableRecord',
    2,
    'Grün',
    70,
    0,
    62,
    3,
    6,
    'CONTINUOUS',
  ],
  ...[0, 'ENDTAB', 0, 'ENDSEC'],
];

const BLOCKS: Groups = [
  ...[0, 'SECTION', 2, 'BLOCKS', 0, 'BLOCK', 8, '0', 2, 'TREE', 70, 0, 10, 0, 20, 0, 30, 0],
  ...[0, 'CIRCLE', 5, 'B1', 8, '0', 10, 0, 20, 0, 30, 0, 40, 2],
  ...[0, 'ENDBLK', 8, '0', 0, 'ENDSEC'],
];

/** A drawing with these entities, as CAD programs lay it out. */
export function drawing(entities: readonly Groups[], eol = '\n'): string {
  const all = [
    ...HEADER,
    ...LAYERS,
    ...BLOCKS,
    0,
    'SECTION',
    2,
    'ENTITIES',
    ...entities.flat(),
    0,
    'ENDSEC',
    0,
    'EOF',
  ];
  return all.map((item, i) => (i % 2 === 0 ? String(item).padStart(3) : String(item)) + eol).join('');
}

/** A group of an entity on a layer. */
export const on = (layer: string, handle: string, type: string, ...groups: Groups): Groups => [
  ...[0, type, 5, handle, 100, 'AcDbEntity', 8, layer],
  ...groups,
];

/** Around a position in UTM zone 32. */
export const [X, Y] = [500_000, 5_540_000];

export const vertices = (...list: readonly (readonly [x: number, y: number, bulge?: number])[]): Groups =>
  list.flatMap(([x, y, bulge]) => [10, X + x, 20, Y + y, ...(bulge === undefined ? [] : [42, bulge])]);

export const vertex = (x: number, y: number, z = 0, ...more: Groups): Groups => [
  ...[0, 'VERTEX', 5, `V${x}${y}`, 8, 'WALLS', 10, X + x, 20, Y + y, 30, z],
  ...more,
];
export const SEQEND: Groups = [0, 'SEQEND', 5, 'FE', 8, 'WALLS'];
