import proj4 from 'proj4';
import { definitionOfCode, KNOWN_CODES } from './codes.ts';

type Pair = readonly [number, number];

/** A coordinate reference system. Pairs are in the order of its axes; longitude comes before latitude otherwise. */
export type Crs = {
  /** Of the EPSG; undefined for CRS84. */
  code: number | undefined;
  uri: string;
  /** Whether its coordinates are degrees. */
  isGeographic: boolean;
  /** Whether the first axis points north. */
  isNorthFirst: boolean;
  fromLonLat(position: Pair): Pair;
  toLonLat(pair: Pair): Pair;
};

/** WGS 84 as GeoJSON has it: longitude, latitude. */
export const CRS84: Crs = {
  code: undefined,
  uri: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  isGeographic: true,
  isNorthFirst: false,
  fromLonLat: (position) => position,
  toLonLat: (pair) => pair,
};

/** Degrees: latitude comes first. */
const GEOGRAPHIC: readonly number[] = [4326, 4258, 4269];

export const WEB_MERCATOR = 3857;

/** Those projected systems whose first axis is the northing. */
const NORTH_FIRST: readonly number[] = [2180, 3006, 3034, 3035, 31287, 31466, 31467, 31468, 31469];

const made = new Map<number, Crs>();

/** The system of an EPSG code; undefined where it is not known. */
export function crsOfCode(code: number): Crs | undefined {
  if (!KNOWN_CODES.includes(code)) return undefined;
  let crs = made.get(code);
  if (!crs) {
    crs = makeCrs(code, definitionOfCode(code)!);
    made.set(code, crs);
  }
  return crs;
}

/** The URIs of all systems. */
export const KNOWN_CRSS: readonly string[] = [CRS84.uri, ...KNOWN_CODES.map(uriOf)];

function uriOf(code: number): string {
  return `http://www.opengis.net/def/crs/EPSG/0/${code}`;
}

function makeCrs(code: number, definition: string): Crs {
  const isGeographic = GEOGRAPHIC.includes(code);
  const isNorthFirst = isGeographic || NORTH_FIRST.includes(code);
  const ordered = ([x, y]: Pair): Pair => (isNorthFirst ? [y, x] : [x, y]);
  const shared = { code, uri: uriOf(code), isGeographic, isNorthFirst };
  // Datums that are WGS 84 to within a metre are taken for it.
  if (isGeographic) return { ...shared, fromLonLat: ordered, toLonLat: ordered };
  if (code === WEB_MERCATOR) return { ...shared, fromLonLat: toWebMercator, toLonLat: fromWebMercator };
  const projection = proj4('EPSG:4326', definition);
  return {
    ...shared,
    fromLonLat: ([lon, lat]) => ordered(projection.forward([lon, lat]) as [number, number]),
    toLonLat: (pair) => projection.inverse([...ordered(pair)]) as [number, number],
  };
}

const EARTH_RADIUS = 6_378_137;
const DEGREE = Math.PI / 180;

/** As PROJ has it, which gives the poles a finite northing, too. */
function toWebMercator([lon, lat]: Pair): Pair {
  return [EARTH_RADIUS * lon * DEGREE, EARTH_RADIUS * Math.asinh(Math.tan(lat * DEGREE))];
}

function fromWebMercator([x, y]: Pair): Pair {
  return [x / EARTH_RADIUS / DEGREE, Math.atan(Math.sinh(y / EARTH_RADIUS)) / DEGREE];
}
