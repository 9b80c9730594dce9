const FEATURES = 'http://www.opengis.net/spec/ogcapi-features';
const TILES = 'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf';
/** A draft: its classes have no number of a version yet. */
const STYLES = 'http://www.opengis.net/spec/ogcapi-styles-1/0.0/conf';
const CQL2 = 'http://www.opengis.net/spec/cql2/1.0/conf';

function classes(root: string, ...names: string[]): string[] {
  return names.map((name) => `${root}/${name}`);
}

/** What this API promises to do as the standards say. */
export const CONFORMANCE_CLASSES: readonly string[] = [
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
  ...classes(STYLES, 'core', 'mapbox-styles'),
  ...classes(
    `${FEATURES}-4/1.0/conf`,
    'create-replace-delete',
    'update',
    'features',
    'optimistic-locking-etags',
  ),
  ...classes(
    `${FEATURES}-5/1.0/conf`,
    'schemas',
    'core-roles-features',
    'returnables-and-receivables',
    'queryables',
    'sortables',
  ),
];
