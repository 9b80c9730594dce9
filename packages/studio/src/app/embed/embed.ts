import 'maplibre-gl/dist/maplibre-gl.css';
import './embed.css';
import type { Feature, Space } from '@meridian/client';
import {
  AttributionControl,
  Map as MapLibre,
  NavigationControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import { type MapDocument, titleOfSpace } from '../../map-style/document.ts';
import { mapStyle, spaceMap } from '../../map-style/map-style.ts';
import { hubUrl } from '../api/hub-url.ts';
import { assets } from '../assets.ts';
import { baseStyle } from '../map/base-map.ts';
import { drawSigns } from '../map/signs.ts';
import { showFeatures } from '../viewer/feature-popup.ts';
import { followLanguage, t } from '../viewer/language.ts';

/**
 * A space on a map, for frames of other pages, such as the cells of a notebook: `/embed#space=lakes&token=…`. What stands
 * behind the `#` is sent to no server.
 */
const asked = new URLSearchParams(location.hash.slice(1));
const token = asked.get('token');
const query = token === null ? [] : [`access_token=${encodeURIComponent(token)}`];

setWorkerUrl(new URL(assets.mapWorker, location.href).href);
followLanguage();
const space = asked.get('space');
if (space === null) say(t.noSpace);
else await show(space).catch((error: Error) => say(error.message));

async function show(space: string): Promise<void> {
  const { bbox } = await read<Statistics>(space, '/statistics');
  const bounds = bbox.value.length === 4 ? bbox.value : WORLD;
  // Where the definition may not be read, the space looks as every new one.
  const { client } = await read<Partial<Space>>(space, '').catch(() => ({ client: undefined }));
  const shown = spaceMap(space, undefined, client);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const lookNow = () => (dark.matches ? 'dark' : 'light');
  const map = new MapLibre({
    container: 'map',
    style: styleOf(space, shown, lookNow()),
    bounds,
    fitBoundsOptions: { padding: 30, maxZoom: 15 },
    attributionControl: false,
    locale: t.controls,
    // Tiles are named by the address that the hub has for others, which may differ from that of this page.
    transformRequest: (address) => ({ url: address.replace(/^.*?(?=\/hub\/spaces\/)/, hubUrl) }),
  });
  map.addControl(new AttributionControl({ compact: true }));
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
  map.on('error', ({ error }) => say(error.message));
  dark.addEventListener('change', () => map.setStyle(styleOf(space, shown, lookNow())));
  // For tests and for those who look with the tools of their browser.
  Object.assign(window, { map });
  drawSigns(map, false);
  const { view, popup } = shown.layers[0]!.style;
  if (view !== 'features') return;
  const design = { popup, titleProperty: titleOfSpace(client) };
  const clickable = mapStyle(shown, { name: space, hub: hubUrl, query }).layers.map(({ id }) => id);
  showFeatures(map, clickable, async ({ id }) => {
    // Tiles have the properties that the style needs, the feature has all.
    const path = `/features/${encodeURIComponent(String(id))}`;
    try {
      return { design, feature: await read<Feature>(space, path) };
    } catch (error) {
      say((error as Error).message);
      return undefined;
    }
  });
}

/** The space on the base map of the hub, light or dark as the reader prefers. */
function styleOf(space: string, shown: MapDocument, look: 'light' | 'dark'): StyleSpecification {
  const ground = baseStyle(look);
  const { sources, layers } = mapStyle(shown, { name: space, hub: hubUrl, query, ground: look });
  return { ...ground, sources: { ...ground.sources, ...sources }, layers: [...ground.layers, ...layers] };
}

type Statistics = { bbox: { value: [number, number, number, number] | [] } };
/** The two shapes of errors. */
type Refusal = { errorMessage?: string; message?: string };

const WORLD: [number, number, number, number] = [-170, -60, 170, 75];

/** What the hub has at a path below a space. */
async function read<Body>(space: string, path: string): Promise<Body> {
  const address = `${hubUrl}/hub/spaces/${encodeURIComponent(space)}${path}?${query.join('&')}`;
  const response = await fetch(address);
  const body = (await response.json()) as Body & Refusal;
  if (!response.ok) throw new Error(body.errorMessage ?? body.message);
  return body;
}

function say(problem: string): void {
  document.getElementById('problem')!.textContent = problem;
}
