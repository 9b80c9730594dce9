import type { OsmTags } from './osm-objects.ts';

/** A closed way with one of these is an area: the list of GDAL's osmconf.ini. */
const AREA_KEYS = [
  'aeroway',
  'amenity',
  'boundary',
  'building',
  'craft',
  'geological',
  'historic',
  'landuse',
  'leisure',
  'military',
  'natural',
  'office',
  'place',
  'shop',
  'sport',
  'tourism',
];
/** Lines, although their key is one of areas. */
const LINES = new Set(['natural=coastline', 'natural=cliff', 'natural=ridge', 'natural=tree_row']);

/** Whether a closed way with these tags is an area. */
export function isArea(tags: OsmTags): boolean {
  if (tags.area === 'yes' || tags.area === 'no') return tags.area === 'yes';
  if (tags.highway === 'platform' || tags.public_transport === 'platform') return true;
  return AREA_KEYS.some((key) => Object.hasOwn(tags, key) && !LINES.has(`${key}=${tags[key]}`));
}

/** Tags that say nothing about what an object is; one that has no others is part of others only. */
const INSIGNIFICANT = new Set(['created_by', 'converted_by', 'source', 'time', 'ele', 'attribution']);

export function isTagged(tags: OsmTags): boolean {
  return Object.keys(tags).some((key) => !INSIGNIFICANT.has(key));
}
