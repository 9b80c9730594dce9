import { CSV_GEOMETRIES, FORMULA_MODES } from '@meridian/formats';
import { parameter } from './parameter.ts';
import { readChoice } from './values.ts';

/** Ours: a call that does not take it refuses it. */
export const formulas = parameter(
  {
    name: 'formulas',
    description:
      'Only with `format=csv`. `escape`: texts that spreadsheets would run as formulas (those that begin with `=`, `+`, `-` or `@`) get an apostrophe before them, which an import takes away again. `keep`: they are written as they are.',
    schema: { type: 'string', enum: [...FORMULA_MODES], default: 'escape' },
  },
  (query, name) => readChoice(query, name, FORMULA_MODES),
);

/** Ours, too. */
export const csvGeometry = parameter(
  {
    name: 'csvGeometry',
    description:
      'Only with `format=csv`. `wkt`: geometries are a column of WKT. `lonlat`: they are columns `lon`, `lat` and `height`; a geometry that is no point is refused. `auto`: as `lonlat` where all geometries are points, otherwise as `wkt`.',
    schema: { type: 'string', enum: [...CSV_GEOMETRIES], default: 'wkt' },
  },
  (query, name) => readChoice(query, name, CSV_GEOMETRIES),
);
