import 'maplibre-gl/dist/maplibre-gl.css';
import './embed.css';
import { AttributionControl, Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import { mapStyle, spaceMap } from '../../map-style/map-style.ts';
import { hubUrl } from '../api/hub-url.ts';
import { assets } from '../assets.ts';
import { baseStyle } from '../map/base-map.ts';
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
  const bounds = await boundsOf(space);
  const ground = baseStyle('light');
  const { sources, layers } = mapStyle(spaceMap(space), { name: space, hub: hubUrl, query });
  const map = new MapLibre({
    container: 'map',
    style: { ...ground, sources: { ...ground.sources, ...sources }, layers: [...ground.layers, ...layers] },
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
}

type Statistics = { bbox: { value: [number, number, number, number] | [] } };
/** The two shapes of errors. */
type Refusal = { errorMessage?: string; message?: string };

async function boundsOf(space: string): Promise<[number, number, number, number]> {
  const address = `${hubUrl}/hub/spaces/${encodeURIComponent(space)}/statistics?${query.join('&')}`;
  const response = await fetch(address);
  const body = (await response.json()) as Statistics & Refusal;
  if (!response.ok) throw new Error(body.errorMessage ?? body.message);
  return body.bbox.value.length === 4 ? body.bbox.value : [-170, -60, 170, 75];
}

function say(problem: string): void {
  document.getElementById('problem')!.textContent = problem;
}
