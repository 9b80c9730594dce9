import type { FormatId } from './detect.ts';
import type { TypedTexts } from './gml/typed-texts.ts';
import type { Limits } from './limits.ts';

export type ReadOptions = {
  /** Else found out from the first bytes and the name. */
  format?: FormatId;
  /** Only this layer of a GeoPackage or TopoJSON, or this member of an archive. */
  layer?: string;
  /** Of a workbook: the sheet of this name; else its first one with anything in it. */
  sheet?: string;
  /** Of texts, by its WHATWG label (`windows-1252`); else from byte order mark, .cpg, DBF header, or the bytes. */
  encoding?: string;
  /** Coordinates are in this system, whatever the file says: `EPSG:25832`, a PROJ string, WKT. */
  crs?: string;
  /** Of tables, and of JSON records: there names may be paths (`location.lat`). */
  csv?: CsvOptions;
  /** Where a JSON document has its list of records: `data.items`; else the only list of objects in it. */
  records?: string;
  /** Close open rings, leave out holes of less than four positions, and make areas valid that cross themselves. */
  repair?: boolean;
  /** GML whose `EPSG:4326` has latitude first, as `urn:ogc:def:crs:EPSG::4326` has: that of a WFS 1.1 which was asked so. */
  areAxesOfAuthority?: boolean;
  /** Of pages that are one data set: the types of values that the first one suggested hold for the others. */
  valueTypes?: { gml?: TypedTexts };
  limits?: Partial<Limits>;
  /** This many records are passed over: they are counted, but not parsed. */
  skip?: number;
  signal?: AbortSignal;
};

export type CsvOptions = {
  /** One character; else found out from the first lines. */
  delimiter?: string;
  /** Names of the columns with coordinates; else guessed. */
  lon?: string;
  lat?: string;
  height?: string;
  /** Name of the column with WKT, hexadecimal WKB or GeoJSON geometries; else guessed. */
  geometry?: string;
  /** Take rows without a geometry for features without one. Else a file without such columns is a fault. */
  allowNoGeometry?: boolean;
  /** `text`: every value stays a text. `auto` (default): columns of numbers and of true/false are typed. */
  types?: 'auto' | 'text';
};
