import 'maplibre-gl/dist/maplibre-gl.css';
import './viewer.css';
import {
  AttributionControl,
  addProtocol,
  type LayerSpecification,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import type { PublishedMetadata } from '../../viewer/published-map.ts';
import { drawSigns } from '../map/signs.ts';
import { showFeatures, tileFeature } from './feature-popup.ts';
import { followLanguage, t } from './language.ts';
import { fillPanel, showProblem } from './panel.ts';

type PublishedStyleFile = StyleSpecification & { metadata: PublishedMetadata };

/** The page of a published map: tiles, style and scripts lie beside it. */
const here = new URL('.', location.href);
setWorkerUrl(new URL('assets/map-worker.js', here).href);
addProtocol('pmtiles', new Protocol().tile);
followLanguage();

const response = await fetch('style.json');
if (!response.ok) showProblem(t.notLoaded('style.json', response.status));
else start((await response.json()) as PublishedStyleFile);

function start(style: PublishedStyleFile): void {
  const { 'meridian:bounds': bounds, 'meridian:spaces': spaces } = style.metadata;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const map = new MapLibre({
    container: 'map',
    style: beside({ ...style, layers: painted(style, dark.matches) }),
    // A shared link says where to look.
    hash: true,
    ...(location.hash === '' ? { bounds, fitBoundsOptions: { padding: 40, maxZoom: 14 } } : {}),
    attributionControl: false,
    locale: t.controls,
  });
  map.addControl(new AttributionControl({ compact: false }));
  map.addControl(new NavigationControl(), 'bottom-right');
  map.addControl(new ScaleControl(), 'bottom-left');
  fillPanel(map, style.metadata);
  drawSigns(map, false);
  const counted = spaces.flatMap((space) => space.counted ?? []);
  zoomInto(map, counted);
  showFeatures(
    map,
    spaces.flatMap(({ layers }) => layers).filter((layer) => !counted.includes(layer)),
    async (found) => {
      const space = spaces.find(({ layers }) => layers.includes(found.layer.id));
      return space && { design: space, feature: tileFeature(found) };
    },
  );
  dark.addEventListener('change', () => {
    for (const { id, paint = {} } of painted(style, dark.matches))
      for (const [name, value] of Object.entries(paint))
        map.setPaintProperty(id, name as never, value as never);
  });
  map.on('error', ({ error }) => showProblem(reasonOf(error)));
  // For tests and for those who look with the tools of their browser.
  Object.assign(window, { map });
}

/** The layers in the colours that the reader prefers. A style that was changed by hand may have none of its own for the dark. */
function painted({ layers, metadata }: PublishedStyleFile, isDark: boolean): LayerSpecification[] {
  const other = isDark ? (metadata['meridian:dark'] ?? {}) : {};
  return layers.map(
    (layer) => ({ ...layer, paint: { ...layer.paint, ...other[layer.id] } }) as LayerSpecification,
  );
}

/** A number is a question: what is in it? */
function zoomInto(map: MapLibre, counted: string[]): void {
  if (counted.length === 0) return;
  map.on('click', counted, ({ lngLat }) => map.easeTo({ center: lngLat, zoom: map.getZoom() + 2 }));
}

/** Addresses of a style are relative to it; MapLibre takes whole ones. */
function beside(style: StyleSpecification): StyleSpecification {
  const sources = Object.entries(style.sources).map(([id, source]) => {
    if (source.type === 'vector' && source.url?.startsWith('pmtiles://')) {
      const file = source.url.slice('pmtiles://'.length);
      return [id, { ...source, url: `pmtiles://${new URL(file, here).href}` }];
    }
    if (source.type === 'geojson' && typeof source.data === 'string')
      return [id, { ...source, data: new URL(source.data, here).href }];
    return [id, source];
  });
  return { ...style, sources: Object.fromEntries(sources) };
}

function reasonOf({ message }: { message: string }): string {
  return /byte serving|206/i.test(message) ? t.noRanges : message;
}
