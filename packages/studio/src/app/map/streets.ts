import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { hubUrl } from '../api/hub-url.ts';
import { t } from '../strings.ts';

type TileJson = { attribution?: string; vector_layers?: readonly { id: string }[] };

/** What the schema calls its layers; a file that has these is meant. */
const LAYERS = ['earth', 'water', 'roads', 'places'];
const SOURCE = 'streets';

/** Whether an address is that of a file of the hub with streets, and not that of a style. */
export function isStreetAddress(url: string): boolean {
  return url.startsWith(`${hubUrl}/tiles/`) && url.endsWith('.json');
}

export function hasStreets({ vector_layers: layers = [] }: TileJson): boolean {
  return LAYERS.every((wanted) => layers.some(({ id }) => id === wanted));
}

/** The style of a file with streets, by the theme of the page. Names are drawn with the fonts of the browser. */
export async function streetStyle(
  url: string,
  tileJson: TileJson,
): Promise<(theme: 'light' | 'dark') => StyleSpecification> {
  if (!hasStreets(tileJson)) throw new Error(t.base.noStreets(url));
  const { layers, namedFlavor } = await import('@protomaps/basemaps');
  const known = new Set(tileJson.vector_layers?.map(({ id }) => id));
  // Older files, and extracts, lack some layers: MapLibre would complain about each.
  const isKnown = (layer: object) => !('source-layer' in layer) || known.has(String(layer['source-layer']));
  return (theme) => ({
    version: 8,
    sources: { [SOURCE]: { type: 'vector', url } },
    layers: layers(
      SOURCE,
      { ...namedFlavor(theme), regular: 'sans-serif', bold: 'Arial Medium' },
      { lang: 'en' },
    ).filter(isKnown) as LayerSpecification[],
  });
}
