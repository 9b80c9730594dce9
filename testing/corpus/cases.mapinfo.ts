import { drawTable, TABLE_NAMES } from '../../packages/formats/src/testing/mapinfo-tables.ts';
import { type Case, inSystems } from './case.ts';
import type { ColumnSet, Kind } from './sources.ts';

const mif = ['-f', 'MapInfo File', '-dsco', 'FORMAT=MIF'];
const tab = ['-f', 'MapInfo File', '-dsco', 'FORMAT=TAB'];

const KINDS: Kind[] = [
  'point',
  'line',
  'polygon',
  'multipoint',
  'multiline',
  'multipolygon',
  'collection',
  'mixed',
  'null',
  'islands',
  'pointz',
];
const ENCODINGS: [encoding: string, columns: ColumnSet][] = [
  ['CP1252', 'western'],
  ['CP1250', 'central'],
  ['CP1251', 'cyrillic'],
  ['UTF-8', 'world'],
];

/** What GDAL writes in both of its formats of MapInfo. */
function both(ending: string, args: readonly string[]): Case[] {
  return [
    ...KINDS.map((kind): Case => ({ file: `${kind}.${ending}`, kind, columns: 'ascii', args })),
    ...inSystems((epsg) => ({ file: `polygon-${epsg}.${ending}`, args })),
    { file: `types.${ending}`, kind: 'point', columns: 'types', args },
    { file: `texts.${ending}`, kind: 'point', columns: 'texts', args },
    { file: `names.${ending}`, kind: 'point', columns: 'names', args: [...args, '-lco', 'ENCODING=CP1252'] },
    ...ENCODINGS.map(
      ([encoding, columns]): Case => ({
        file: `encoding-${encoding.toLowerCase()}.${ending}`,
        kind: 'point',
        columns,
        args: [...args, '-lco', `ENCODING=${encoding}`],
      }),
    ),
  ];
}

export const MIFS: Case[] = both('mif', mif);

/** Native tables: those that GDAL writes have few kinds of objects, so others are laid out by hand. */
export const TABS: Case[] = [
  ...both('tab', tab),
  { file: 'large-blocks.tab', kind: 'mixed', args: [...tab, '-lco', 'BLOCKSIZE=4096'] },
  { file: 'optimized.tab', kind: 'mixed', args: [...tab, '-dsco', 'SPATIAL_INDEX_MODE=OPTIMIZED'] },
  { file: 'table-only.tab', kind: 'point', args: [...tab, '-nlt', 'NONE'] },
  ...TABLE_NAMES.map(
    (name): Case => ({ file: `drawn-${name}.tab`, kind: 'point', write: (path) => drawTable(name, path) }),
  ),
];
