const COMMON = 'http://www.opengis.net/spec/ogcapi-common';
const FEATURES = 'http://www.opengis.net/spec/ogcapi-features';
const TILES = 'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf';
/** A draft, by the names that it will have when it is approved. */
const STYLES = 'http://www.opengis.net/spec/ogcapi-styles-1/1.0/conf';
const CQL2 = 'http://www.opengis.net/spec/cql2/1.0/conf';

function classes(root: string, ...names: string[]): string[] {
  return names.map((name) => `${root}/${name}`);
}

/** What this API promises to do as the standards say. */
export const CONFORMANCE_CLASSES: readonly string[] = [
  ...classes(`${COMMON}-1/1.0/conf`, 'core', 'landing-page', 'json', 'html', 'oas30'),
  ...classes(`${FEATURES}-1/1.0/conf`, 'core', 'oas30', 'geojson', 'html'),
  ...classes(`${FEATURES}-2/1.0/conf`, 'crs'),
  ...classes(
    `${FEATURES}-3/1.0/conf`,
    'filter',
    'features-filter',
    'queryables',
    'queryables-query-parameters',
  ),
  ...classes(
    CQL2,
    'cql2-text',
    'cql2-json',
    'basic-cql2',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'accent-insensitive-comparison',
    'basic-spatial-functions',
    'basic-spatial-functions-plus',
    'spatial-functions',
    'temporal-functions',
    'array-functions',
    'property-property',
    'arithmetic',
    'functions',
  ),
  ...classes(TILES, 'core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'mvt', 'oas30'),
  ...classes(STYLES, 'core', 'global-styles', 'collection-styles', 'mapbox-styles'),
  ...classes(
    `${FEATURES}-4/1.0/conf`,
    'create-replace-delete',
    'update',
    'features',
    'optimistic-locking-etags',
  ),
  // Part 5 of Features was approved as Part 3 of Common.
  ...classes(
    `${COMMON}-3/1.0/conf`,
    'schemas',
    'advanced-property-roles',
    'returnables-and-receivables',
    'queryables',
    'sortables',
  ),
  // What it was called in drafts, which clients look for.
  ...classes(
    `${FEATURES}-5/1.0/conf`,
    'schemas',
    'core-roles-features',
    'returnables-and-receivables',
    'queryables',
    'sortables',
  ),
];
