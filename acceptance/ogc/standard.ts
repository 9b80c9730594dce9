/**
 * What the standards (Features 1 to 3, Tiles, draft of Styles) require of each document, as JSON Schemas in our own words:
 * the facts of the schemas that the OGC publishes, without what they leave open.
 */
type Schema = { [keyword: string]: unknown };

const string: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const count: Schema = { type: 'integer', minimum: 0 };
const uri: Schema = { type: 'string', pattern: '^https?://' };
const list = (items: Schema, rest: Schema = {}): Schema => ({ type: 'array', items, ...rest });
const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
});

const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

const links = list(
  object(
    { href: uri, rel: string, type: string, hreflang: string, title: string, length: count },
    'href',
    'rel',
  ),
);
/** Links of which some must be there, by their relation. */
const linksWith = (...rels: string[]): Schema => ({
  allOf: [
    links,
    ...rels.map((rel) => ({ contains: { type: 'object', properties: { rel: { const: rel } } } })),
  ],
});

const position = list(number, { minItems: 2 });
const line = list(position, { minItems: 2 });
const rings = list(list(position, { minItems: 4 }));
const shape = (type: string, coordinates: Schema) =>
  object({ type: { const: type }, coordinates }, 'type', 'coordinates');
const geometry: Schema = {
  anyOf: [
    { type: 'null' },
    shape('Point', position),
    shape('MultiPoint', list(position)),
    shape('LineString', line),
    shape('MultiLineString', list(line)),
    shape('Polygon', rings),
    shape('MultiPolygon', list(rings)),
    object(
      { type: { const: 'GeometryCollection' }, geometries: list({ type: 'object' }) },
      'type',
      'geometries',
    ),
  ],
};
const featureMembers = {
  type: { const: 'Feature' },
  id: { type: ['string', 'integer'] },
  geometry,
  properties: { type: ['object', 'null'] },
};

const bounds = list(number, {
  anyOf: [
    { minItems: 4, maxItems: 4 },
    { minItems: 6, maxItems: 6 },
  ],
});
const interval = list({ type: ['string', 'null'], format: 'date-time' }, { minItems: 2, maxItems: 2 });
const extent = object({
  spatial: object({ bbox: list(bounds, { minItems: 1 }), crs: { const: CRS84 } }),
  temporal: object({
    interval: list(interval, { minItems: 1 }),
    trs: { const: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' },
  }),
});
const collection = (crs: Schema) =>
  object(
    {
      id: string,
      title: string,
      description: string,
      links: linksWith('items', 'self'),
      extent,
      itemType: { const: 'feature' },
      crs: list(crs, { minItems: 1 }),
      storageCrs: uri,
    },
    'id',
    'links',
    'crs',
    'storageCrs',
  );

const REL = 'http://www.opengis.net/def/rel/ogc/1.0';
const tileset = {
  title: string,
  dataType: { enum: ['map', 'vector', 'coverage'] },
  crs: uri,
  tileMatrixSetURI: uri,
};
const tilesetLinks = ['self', `${REL}/tiling-scheme`, `${REL}/geodata`];
const corner = list(number, { minItems: 2, maxItems: 2 });
const size: Schema = { type: 'integer', minimum: 1 };

/** By what paths below /ogc match; TileJSON is known by its query. */
export const STANDARD: readonly [path: RegExp, schema: Schema][] = [
  [
    /^$/,
    object(
      {
        title: string,
        description: string,
        links: linksWith(
          'self',
          'alternate',
          'service-desc',
          'service-doc',
          'conformance',
          'data',
          `${REL}/tiling-schemes`,
          `${REL}/styles`,
        ),
      },
      'links',
    ),
  ],
  [/^\/conformance$/, object({ conformsTo: list(uri, { minItems: 1, uniqueItems: true }) }, 'conformsTo')],
  [
    /^\/collections$/,
    object(
      {
        links: linksWith('self', 'alternate'),
        crs: list(uri, { minItems: 1 }),
        collections: list(collection({ anyOf: [uri, { const: '#/crs' }] })),
      },
      'links',
      'collections',
    ),
  ],
  [/^\/collections\/[^/]+$/, collection(uri)],
  [
    /\/items$/,
    object(
      {
        type: { const: 'FeatureCollection' },
        features: list(object({ ...featureMembers, links }, 'type', 'geometry', 'properties')),
        links: linksWith('self', 'alternate', 'collection'),
        timeStamp: { type: 'string', format: 'date-time' },
        numberMatched: count,
        numberReturned: count,
      },
      'type',
      'features',
      'links',
      'timeStamp',
      'numberReturned',
    ),
  ],
  [
    /\/items\/[^/]+$/,
    object(
      { ...featureMembers, links: linksWith('self', 'alternate', 'collection') },
      'type',
      'geometry',
      'properties',
      'links',
    ),
  ],
  [
    /\/(queryables|sortables|schema)$/,
    object(
      {
        $schema: { const: 'https://json-schema.org/draft/2020-12/schema' },
        $id: uri,
        type: { const: 'object' },
        title: string,
        properties: { type: 'object', additionalProperties: { type: 'object' } },
      },
      '$schema',
      '$id',
      'type',
      'properties',
    ),
  ],
  [
    /^\/functions$/,
    object(
      {
        functions: list(
          object(
            {
              name: string,
              description: string,
              args: list(object({ title: string, type: list(functionType()) }, 'type')),
              returns: list(functionType()),
            },
            'name',
            'returns',
          ),
        ),
      },
      'functions',
    ),
  ],
  [
    /^\/tileMatrixSets$/,
    object(
      {
        tileMatrixSets: list(
          object({ id: string, title: string, uri, crs: uri, links: linksWith('self') }, 'links'),
        ),
      },
      'tileMatrixSets',
    ),
  ],
  [
    /^\/tileMatrixSets\/[^/]+$/,
    object(
      {
        id: string,
        title: string,
        uri,
        crs: uri,
        orderedAxes: list(string, { minItems: 1 }),
        wellKnownScaleSet: uri,
        tileMatrices: list(
          object(
            {
              id: string,
              scaleDenominator: number,
              cellSize: number,
              cornerOfOrigin: { enum: ['topLeft', 'bottomLeft'] },
              pointOfOrigin: corner,
              tileWidth: size,
              tileHeight: size,
              matrixWidth: size,
              matrixHeight: size,
            },
            'id',
            'scaleDenominator',
            'cellSize',
            'pointOfOrigin',
            'tileWidth',
            'tileHeight',
            'matrixWidth',
            'matrixHeight',
          ),
        ),
      },
      'crs',
      'tileMatrices',
    ),
  ],
  [
    /\/tiles$/,
    object(
      {
        tilesets: list(
          object(
            { ...tileset, links: linksWith(...tilesetLinks) },
            'dataType',
            'crs',
            'tileMatrixSetURI',
            'links',
          ),
        ),
        links: linksWith('self'),
      },
      'tilesets',
    ),
  ],
  [
    /\/tiles\/[^/?]+$/,
    object(
      {
        ...tileset,
        links: linksWith(...tilesetLinks, 'item'),
        tileMatrixSetLimits: list(
          object(
            {
              tileMatrix: string,
              minTileRow: count,
              maxTileRow: count,
              minTileCol: count,
              maxTileCol: count,
            },
            'tileMatrix',
            'minTileRow',
            'maxTileRow',
            'minTileCol',
            'maxTileCol',
          ),
        ),
        boundingBox: object({ lowerLeft: corner, upperRight: corner, crs: uri }, 'lowerLeft', 'upperRight'),
        layers: list(
          object(
            {
              id: string,
              dataType: tileset.dataType,
              minTileMatrix: string,
              maxTileMatrix: string,
              propertiesSchema: object({ type: { const: 'object' } }, 'type', 'properties'),
            },
            'id',
            'dataType',
          ),
          { minItems: 1 },
        ),
      },
      'dataType',
      'crs',
      'links',
    ),
  ],
  [
    /\?f=tilejson$/,
    object(
      {
        tilejson: { const: '3.0.0' },
        tiles: list(uri, { minItems: 1 }),
        vector_layers: list(object({ id: string, fields: { type: 'object' } }, 'id', 'fields')),
      },
      'tilejson',
      'tiles',
      'vector_layers',
    ),
  ],
  [
    /\/styles$/,
    object(
      {
        default: string,
        styles: list(
          object({ id: string, title: string, links: linksWith('stylesheet', 'describedby') }, 'id', 'links'),
        ),
      },
      'styles',
    ),
  ],
];

function functionType(): Schema {
  return { enum: ['string', 'number', 'integer', 'datetime', 'geometry', 'boolean'] };
}

export const EXCEPTION = object({ code: string, description: string }, 'code');
