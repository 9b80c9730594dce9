import { writeFileSync } from 'node:fs';
import type { Case } from './case.ts';
import { DRAWING_NAMES, writeDrawing } from './drawings.ts';
import type { Kind } from './sources.ts';

/** GDAL calls columns otherwise, and draws blocks at each place where they are put in unless it is asked not to. */
const COLUMNS =
  'Layer AS layer, EntityHandle AS handle, Linetype AS linetype, Text AS text, BlockName AS block';
const asOurs = (...more: string[]): Pick<Case, 'gdal' | 'layers'> => ({
  gdal: ['--config', 'DXF_INLINE_BLOCKS', 'FALSE', '-sql', `SELECT ${COLUMNS} FROM entities`, ...more],
  layers: ['entities'],
});

const utm: Pick<Case, 'options' | 'gdal' | 'layers' | 'kind'> = {
  kind: 'point',
  options: { crs: 'EPSG:25832' },
  ...asOurs('-s_srs', 'EPSG:25832'),
};

const SYSTEM = '+proj=utm +zone=32 +ellps=GRS80 +units=m';

const KINDS: Kind[] = [
  'point',
  'pointz',
  'line',
  'linez',
  'polygon',
  'multiline',
  'multipolygon',
  'islands',
  'mixed',
];

/** Drawings: those that GDAL writes have few kinds of entities, so others are laid out as CAD programs do it. */
export const DXFS: Case[] = [
  ...KINDS.map((kind): Case => ({ file: `${kind}.dxf`, kind, args: ['-select', ''], ...asOurs() })),
  {
    file: 'polygon-25832.dxf',
    epsg: 25832,
    args: ['-select', ''],
    ...utm,
    kind: 'polygon',
  },
  ...DRAWING_NAMES.map(
    (name): Case => ({ file: `drawn-${name}.dxf`, write: (path) => writeDrawing(name, path), ...utm }),
  ),
  {
    file: 'lines-of-windows.dxf',
    write: (path) => writeDrawing('light-polylines', path, '\r\n'),
    ...utm,
  },
  {
    file: 'with-prj.dxf',
    kind: 'point',
    write: (path) => {
      writeDrawing('light-polylines', path);
      writeFileSync(path.replace(/dxf$/, 'prj'), SYSTEM);
    },
    ...asOurs('-s_srs', 'EPSG:25832'),
  },
];
