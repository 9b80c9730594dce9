import { definitionOfCode } from '@meridian/geo/crs-codes';

/** What the name of a system means: which one, and whether its first number is the northing or latitude. */
export type NamedSystem = { definition: string; isNorthFirst: boolean };

/** Names of the authority itself: axes are in the order of its definitions. */
const BY_AUTHORITY =
  /^(?:urn:(?:x-)?ogc:def:crs:EPSG:[^:]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]*\/)(\d+)$/i;
/** Names of an older habit: axes are in the order of x and y. */
const BY_HABIT = /^(?:EPSG:|https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#)(\d+)$/i;
const CRS84 = /CRS:?84$|:CRS84h?$|\/CRS84h?$/i;

/** Projected systems that are known here and whose definitions name the northing first. */
const NORTH_FIRST = new Set([2180, 3006, 3034, 3035, 31287, 31466, 31467, 31468, 31469]);

/** @param areAxesOfAuthority whatever the form of the name, axes are in the order of the definition */
export function systemOfName(name: string, areAxesOfAuthority = false): NamedSystem {
  if (CRS84.test(name)) return { definition: 'EPSG:4326', isNorthFirst: false };
  const code = BY_AUTHORITY.exec(name)?.[1];
  if (code !== undefined) return { definition: `EPSG:${code}`, isNorthFirst: isNorthFirst(Number(code)) };
  const habit = BY_HABIT.exec(name)?.[1];
  if (habit === undefined) return { definition: name, isNorthFirst: false };
  return { definition: `EPSG:${habit}`, isNorthFirst: areAxesOfAuthority && isNorthFirst(Number(habit)) };
}

function isNorthFirst(code: number): boolean {
  return NORTH_FIRST.has(code) || /\+proj=longlat/.test(definitionOfCode(code) ?? '');
}
