import type { Space, Statistics } from '@meridian/hub';
import type { DocumentFormat } from '../format.ts';
import { type Addresses, type Link, selfLinks, TYPES } from '../links.ts';
import { geometrySchema } from '../schema.document.ts';
import { propertiesOf } from '../space-types.ts';
import {
  MAX_LEVEL,
  OGC_TILE_MATRIX_SETS,
  type OgcTileMatrixSet,
  tileMatrixSetLimits,
} from './tile-matrix-sets.ts';

export const VECTOR_TILE = 'application/vnd.mapbox-vector-tile';
const REL = 'http://www.opengis.net/def/rel/ogc/1.0';

/** The tile sets of a collection, in brief. */
export function tilesetsDocument(addresses: Addresses, format: DocumentFormat, info: Space) {
  return {
    links: selfLinks(format, (f) => addresses.collection(info.id, '/tiles', { f })),
    tilesets: OGC_TILE_MATRIX_SETS.map((set) => ({
      ...headOf(info, set),
      // Without templates: the links of a list are there to be followed as they are.
      links: [
        {
          rel: 'self',
          type: TYPES.json,
          title: 'The tile set',
          href: addresses.collection(info.id, `/tiles/${set.id}`),
        },
        ...linksOf(addresses, info.id, set).filter(({ templated }) => !templated),
      ],
    })),
  };
}

export function tilesetDocument(
  addresses: Addresses,
  format: DocumentFormat,
  info: Space,
  statistics: Statistics,
  set: OgcTileMatrixSet,
) {
  const { extent } = statistics;
  return {
    ...headOf(info, set),
    ...(info.description === undefined ? {} : { description: info.description }),
    ...(info.credits.length === 0 ? {} : { attribution: info.credits.join(', ') }),
    links: [
      ...selfLinks(format, (f) => addresses.collection(info.id, `/tiles/${set.id}`, { f })),
      ...linksOf(addresses, info.id, set),
    ],
    tileMatrixSetLimits: tileMatrixSetLimits(set),
    ...(extent
      ? {
          boundingBox: {
            lowerLeft: [extent.bbox.west, extent.bbox.south],
            upperRight: [extent.bbox.east, extent.bbox.north],
            crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
          },
        }
      : {}),
    layers: [
      {
        id: info.id,
        title: info.title,
        dataType: 'vector',
        minTileMatrix: '0',
        maxTileMatrix: String(MAX_LEVEL),
        propertiesSchema: {
          type: 'object',
          properties: {
            geometry: geometrySchema(statistics),
            ...Object.fromEntries(
              topLevel(statistics).map(({ name, type }) => [name, { title: name, type: tileType(type) }]),
            ),
          },
        },
      },
    ],
  };
}

export function tileJson(addresses: Addresses, info: Space, statistics: Statistics) {
  const { extent } = statistics;
  return {
    tilejson: '3.0.0',
    name: info.title,
    ...(info.description === undefined ? {} : { description: info.description }),
    tiles: [template(addresses, info.id, 'WebMercatorQuad', '{z}/{y}/{x}')],
    minzoom: 0,
    maxzoom: MAX_LEVEL,
    ...(extent ? { bounds: [extent.bbox.west, extent.bbox.south, extent.bbox.east, extent.bbox.north] } : {}),
    vector_layers: [
      {
        id: info.id,
        fields: Object.fromEntries(
          topLevel(statistics).map(({ name, type }) => [
            name,
            tileType(type) === 'string' ? 'String' : type === 'number' ? 'Number' : 'Boolean',
          ]),
        ),
      },
    ],
  };
}

/** What is nested is one attribute of a tile, as JSON text. */
function topLevel(statistics: Statistics) {
  return propertiesOf(statistics).filter(({ name }) => !name.includes('.'));
}

function tileType(type: string): string {
  return type === 'number' || type === 'boolean' ? type : 'string';
}

function headOf(info: Space, { id, uri, crs }: OgcTileMatrixSet) {
  return { title: `${info.title} (${id})`, dataType: 'vector', crs, tileMatrixSetURI: uri };
}

function template(addresses: Addresses, id: string, set: string, tile: string): string {
  const address = addresses.collection(id, `/tiles/${set}`);
  const mark = address.indexOf('?');
  return mark < 0 ? `${address}/${tile}` : `${address.slice(0, mark)}/${tile}${address.slice(mark)}`;
}

/** Those that a tile set has in a list, too. */
function linksOf(addresses: Addresses, id: string, { id: set }: OgcTileMatrixSet): Link[] {
  return [
    {
      rel: `${REL}/tiling-scheme`,
      type: TYPES.json,
      title: 'How it divides the world',
      href: addresses.of(`/tileMatrixSets/${set}`),
    },
    {
      rel: 'item',
      type: VECTOR_TILE,
      title: 'Its tiles',
      templated: true,
      href: template(addresses, id, set, '{tileMatrix}/{tileRow}/{tileCol}'),
    },
    ...(set === 'WebMercatorQuad'
      ? [
          {
            rel: 'alternate',
            type: TYPES.json,
            title: 'The same as TileJSON, for map libraries',
            href: addresses.collection(id, `/tiles/${set}`, { f: 'tilejson' }),
          },
        ]
      : []),
    { rel: `${REL}/geodata`, type: TYPES.json, title: 'The collection', href: addresses.collection(id) },
  ];
}
