import { FormatFault } from '../fault.ts';

const CH1903 = '+ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0';

/** Datums and ellipsoids by the numbers of MapInfo, as far as they lead to WGS 84 by parameters that are known. */
const DATUMS: Readonly<Record<number, string>> = {
  28: '+ellps=intl +towgs84=-87,-98,-121,0,0,0,0',
  33: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
  62: '+datum=NAD27',
  74: '+datum=NAD83',
  79: '+datum=OSGB36',
  104: '+datum=WGS84',
  109: '+ellps=bessel +towgs84=565.2369,50.0087,465.658,-0.406857,0.350733,-1.87035,4.0812',
  115: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
  116: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0',
  146: '+ellps=bessel +towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56',
  158: CH1903,
  1000: '+datum=potsdam',
  1003: CH1903,
};
/** WGS 84 as a sphere, for maps of the web. */
const WEB_MERCATOR_DATUM = 157;

/** Datums that the file describes: the ellipsoid, then the shift to WGS 84, of 9999 also rotations, scale and meridian. */
const SHIFTED_DATUM = 999;
export const OWN_DATUM = 9999;

export function isKnownDatum(number: number): boolean {
  return number in DATUMS || number === WEB_MERCATOR_DATUM;
}

/** Ellipsoids by the numbers of MapInfo, as PROJ names them. */
const ELLIPSOIDS: Readonly<Record<number, string>> = {
  0: 'GRS80',
  2: 'aust_SA',
  3: 'krass',
  4: 'intl',
  6: 'clrk80',
  7: 'clrk66',
  9: 'airy',
  10: 'bessel',
  11: 'evrst30',
  13: 'mod_airy',
  14: 'bess_nam',
  24: 'helmert',
  26: 'aust_SA',
  28: 'WGS84',
  31: 'GRS67',
};
/** Those that need no shift. */
const OF_WGS84 = ['GRS80', 'WGS84'];

const UNITS: Readonly<Record<string, string>> = {
  m: '+units=m',
  km: '+units=km',
  ft: '+units=ft',
  'survey ft': '+units=us-ft',
  cm: '+to_meter=0.01',
  mm: '+to_meter=0.001',
  yd: '+units=yd',
  mi: '+units=mi',
};

/** Parameters after the unit, by the number of the projection. */
const PROJECTIONS: Readonly<Record<number, { name: string; parameters: readonly string[] }>> = {
  3: { name: 'lcc', parameters: ['lon_0', 'lat_0', 'lat_1', 'lat_2', 'x_0', 'y_0'] },
  8: { name: 'tmerc', parameters: ['lon_0', 'lat_0', 'k', 'x_0', 'y_0'] },
  9: { name: 'aea', parameters: ['lon_0', 'lat_0', 'lat_1', 'lat_2', 'x_0', 'y_0'] },
  10: { name: 'merc', parameters: ['lon_0'] },
  20: { name: 'stere', parameters: ['lon_0', 'lat_0', 'k', 'x_0', 'y_0'] },
  25: { name: 'somerc', parameters: ['lon_0', 'lat_0', 'x_0', 'y_0'] },
  29: { name: 'laea', parameters: ['lon_0', 'lat_0'] },
  31: { name: 'sterea', parameters: ['lon_0', 'lat_0', 'k', 'x_0', 'y_0'] },
  // The third is the standard parallel of the cone, the same everywhere.
  32: { name: 'krovak', parameters: ['lon_0', 'lat_0', 'lat_1', 'alpha', 'x_0', 'y_0'] },
};
const LONGLAT = 1;

/** `CoordSys Earth Projection 8, 115, "m", 9, 0, 0.9996, 500000, 0` as a PROJ string. Throws where it is not known. */
export function projOfCoordSys(line: string, file: string): string {
  const text = /Earth\s+Projection\s+(.*?)(?:\s+Bounds\b.*|\s+Affine\b.*)?$/i.exec(line)?.[1];
  if (text === undefined || /\bAffine\b/i.test(line)) throw unknown(line, file);
  const fields = text.split(',').map((field) => field.trim().replaceAll('"', ''));
  const [kind, datum] = [Number(fields[0]), Number(fields[1])];
  const { shape, parts } = shapeOf(datum, fields);
  const [unit, ...numbers] = fields.slice(1 + parts);
  if (kind === 10 && datum === WEB_MERCATOR_DATUM && Number(numbers[0]) === 0) return 'EPSG:3857';
  if (shape === undefined) throw unknown(line, file);
  if (kind === LONGLAT) return datum === 104 ? 'EPSG:4326' : `+proj=longlat ${shape} +no_defs`;
  const projection = PROJECTIONS[kind];
  const units = UNITS[unit?.toLowerCase() ?? ''];
  if (
    projection === undefined ||
    units === undefined ||
    !numbers.every((text) => Number.isFinite(Number(text)))
  )
    throw unknown(line, file);
  // Offsets are in the unit of the file, those of PROJ in metres: only for metres are they the same.
  if (units !== '+units=m' && numbers.slice(3).some((text) => Number(text) !== 0)) throw unknown(line, file);
  const given = projection.parameters.map((name, i) => `+${name}=${numbers[i] ?? 0}`);
  // The library has no default for offsets of some projections.
  const parameters = given.some((text) => text.startsWith('+x_0')) ? given : [...given, '+x_0=0', '+y_0=0'];
  return `+proj=${projection.name} ${parameters.join(' ')} ${shape} ${units} +no_defs`;
}

/** The datum for PROJ, if it is known, and how many of the fields describe it. */
function shapeOf(datum: number, fields: readonly string[]): { shape: string | undefined; parts: number } {
  if (datum !== SHIFTED_DATUM && datum !== OWN_DATUM)
    return { shape: DATUMS[datum === WEB_MERCATOR_DATUM ? 104 : datum], parts: 1 };
  const parts = datum === OWN_DATUM ? 10 : 5;
  const [ellipsoid, ...shift] = fields.slice(2, 1 + parts).map(Number);
  const name = ELLIPSOIDS[ellipsoid ?? -1];
  const [x = 0, y = 0, z = 0, rx = 0, ry = 0, rz = 0, scale = 0, meridian = 0] = shift;
  if (name === undefined || !shift.every(Number.isFinite)) return { shape: undefined, parts };
  // Without a shift it would be somewhere else, by some hundred metres.
  if (!OF_WGS84.includes(name) && shift.every((value) => value === 0)) return { shape: undefined, parts };
  // Rotations have the other sign with PROJ.
  const towgs84 = [x, y, z, -rx, -ry, -rz, scale].map((value) => value || 0);
  const from = meridian === 0 ? '' : ` +pm=${meridian}`;
  return { shape: `+ellps=${name} +towgs84=${towgs84.join(',')}${from}`, parts };
}

function unknown(line: string, file: string): FormatFault {
  const said = line.trim().slice(0, 120);
  return new FormatFault(
    'unsupported',
    file,
    `has a system of coordinates that is not known: ${said}. Name it (crs)`,
  );
}
