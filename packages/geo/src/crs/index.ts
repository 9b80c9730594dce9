export { boxArea } from './box-area.ts';
export { CRS84, type Crs, crsOfCode, KNOWN_CRSS } from './crs.ts';
export { fromCrs, toCrs } from './transform.ts';
