import { type Area, boxArea, CRS84, type Crs, crsOfCode, invalid } from '@meridian/hub';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter, parameters } from '../parameters/parameter.ts';
import { bbox, worldBoxes } from './bbox.ts';

const documented = (name: string, what: string): QueryParameter => ({
  name,
  description: `The coordinate reference system of ${what}, by a URI of those that the collection lists: longitude and latitude (CRS84) without it.`,
  schema: { type: 'string', format: 'uri', default: CRS84.uri },
});

export const crs = parameter(documented('crs', 'the coordinates of the response'), readCrs);
const bboxCrs = parameter(documented('bbox-crs', 'the numbers of `bbox`'), readCrs);
export const filterCrs = parameter(documented('filter-crs', 'the geometries in `filter`'), readCrs);

/** The URIs of the OGC, their URN form, and CURIEs. */
const EPSG =
  /^(?:https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\w.]+\/|urn:ogc:def:crs:EPSG:[\w.]*:|EPSG:)(\d{1,6})$/i;
const LON_LAT =
  /^(?:https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\w.]+\/|urn:ogc:def:crs:OGC:[\w.]*:|OGC:)CRS84$/i;

/** A system by its name; undefined for those that are not known. */
export function findCrs(name: string): Crs | undefined {
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  if (LON_LAT.test(bare)) return CRS84;
  const [, code] = EPSG.exec(bare) ?? [];
  return code === undefined ? undefined : crsOfCode(Number(code));
}

function readCrs(query: QueryString, name: string): Crs {
  const text = query.one(name);
  const found = text === undefined ? CRS84 : findCrs(text);
  if (!found)
    throw invalid(
      `${name} must be one of the systems that the collection lists, such as http://www.opengis.net/def/crs/EPSG/0/3857, not ${JSON.stringify(text!.slice(0, 200))}`,
    );
  return found;
}

/** Where features must be, by `bbox` in its system; undefined without it. */
export const bboxArea = parameters([...bbox.documented, ...bboxCrs.documented], readBboxArea);

function readBboxArea(query: QueryString): Area | undefined {
  const system = bboxCrs.read(query);
  const numbers = bbox.read(query);
  if (!numbers) return undefined;
  const area = boxArea(numbers, system);
  if (!area) throw invalid(`bbox: ${numbers.join(',')} is not an area that ${system.uri} can express`);
  if ('outline' in area) return { shape: area.outline, radius: 0 };
  const [, south, , north] = area.edges;
  if (south > north) throw invalid(`bbox: its lower edge ${south} is above its upper edge ${north}`);
  return { boxes: worldBoxes(area.edges) };
}

/** The value of the header `Content-Crs`. */
export function contentCrs({ uri }: Crs): string {
  return `<${uri}>`;
}
