import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { newLayer } from '../map-style/document.ts';
import { plainLayers } from '../map-style/plain-layers.ts';

/** A space in a folder that is published. */
export type PublishedSpace = {
  id: string;
  title: string;
  description?: string;
  /** HTML, as map libraries show it. */
  attribution?: string;
  license?: string;
  /** Its tiles, beside the style. */
  file: string;
};

export type PublishedMap = {
  title: string;
  bounds: [west: number, south: number, east: number, north: number];
  spaces: PublishedSpace[];
  /** Which program wrote it. */
  generator: string;
};

/** What the page reads from the style: what MapLibre has no member for. */
export type PublishedMetadata = {
  'meridian:bounds': PublishedMap['bounds'];
  'meridian:generator': string;
  'meridian:spaces': (PublishedSpace & { color: string; layers: string[] })[];
};

export type PublishedStyle = {
  version: 8;
  name: string;
  metadata: PublishedMetadata;
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
};

const WATER = '#dfe9ea';
const LAND = '#f8f7f2';
const COAST = '#c3ccc8';

/** Coasts are exact to a kilometre; near by they would only be in the way. */
const LAND_MAX_ZOOM = 9;

/** A MapLibre style of tiles that lie beside it. The first space is on top. */
export function publishedStyle({ title, bounds, spaces, generator }: PublishedMap): PublishedStyle {
  const drawn = spaces.map((space, index) => {
    const layer = newLayer(space.id, index);
    return { ...space, color: layer.style.color, plain: plainLayers(layer) };
  });
  return {
    version: 8,
    name: title,
    metadata: {
      'meridian:bounds': bounds,
      'meridian:generator': generator,
      'meridian:spaces': drawn.map(({ plain, ...space }) => ({
        ...space,
        layers: plain.map(({ id }) => id),
      })),
    },
    sources: {
      // A name that no space has.
      '/land': { type: 'geojson', data: 'assets/land.json', attribution: 'Natural Earth' },
      ...Object.fromEntries(spaces.map((space) => [space.id, sourceOf(space)])),
    },
    layers: [
      { id: '/water', type: 'background', paint: { 'background-color': WATER } },
      {
        id: '/land',
        type: 'fill',
        source: '/land',
        maxzoom: LAND_MAX_ZOOM,
        paint: { 'fill-color': LAND, 'fill-outline-color': COAST },
      },
      ...drawn.toReversed().flatMap(({ plain }) => plain),
    ],
  };
}

function sourceOf({ file, attribution, license }: PublishedSpace): SourceSpecification {
  const credit = [attribution, license && escaped(license)].filter(Boolean).join(', ');
  return {
    type: 'vector',
    url: `pmtiles://${encodeURIComponent(file)}`,
    promoteId: 'id',
    ...(credit === '' ? {} : { attribution: credit }),
  };
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
