import { effect } from '@preact/signals';
import type { MapPosition } from '../../map-style/document.ts';
import { readFilters, writeFilters } from '../../map-style/filter-address.ts';
import { route, writeRoute } from '../route.ts';
import { spaceById } from '../spaces/catalogue.ts';
import type { MapCanvas, Picked } from './canvas.ts';
import { addLayer, changeLayer, mapDocument, picked } from './state.ts';

/** `4.5/52.5/13.4`: zoom, latitude, longitude. */
export function readView(text: string | undefined): MapPosition | undefined {
  const [zoom, latitude, longitude] = (text ?? '').split('/').map(Number) as [number, number, number];
  const isView = zoom >= 0 && zoom <= 24 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180;
  return isView ? { center: [longitude, latitude], zoom } : undefined;
}

/** `space/id`; an id may have slashes in it. */
export function readFeature(text: string | undefined): Picked | undefined {
  const [, space, id] = /^([^/]+)\/(.+)$/s.exec(text ?? '') ?? [];
  return space !== undefined && id !== undefined ? { space, id } : undefined;
}

/** Goes where an address leads that is entered while its map is open. */
export function followAddress(canvas: MapCanvas, to: { at?: string; feature?: string }): void {
  const view = readView(to.at);
  if (view) canvas.map.jumpTo(view);
  const feature = readFeature(to.feature);
  if (feature) picked.value = feature;
}

/** Filters the layers of a map that is not saved as an address asks for; layers that are not there are added, but beside a space that is looked at alone. */
export function filterAsAddressed({
  project,
  space: alone,
  filter: text,
}: {
  project?: string;
  space?: string;
  filter?: string;
}): void {
  if (project !== undefined) return;
  for (const [space, filter] of readFilters(text)) {
    if (!spaceById.value.has(space) || (alone !== undefined && space !== alone)) continue;
    addLayer(space);
    changeLayer(space, (layer) => ({ ...layer, filter }));
  }
}

/** Keeps the view, the chosen feature and the filters of a map that is not saved in the address, so that it can be sent to others; called again to end it. */
export function showInAddress(): () => void {
  let shown: string | undefined;
  let last = route.peek();
  return effect(() => {
    const { position, layers } = mapDocument.value;
    const chosen = picked.value;
    const { value: here } = route;
    // An address that the page has not followed yet leads away from here.
    if (here === last && shown !== undefined && location.hash !== shown) return;
    last = here;
    if (here.screen !== 'map' && here.screen !== 'published') return;
    const {
      add: _,
      at: __,
      feature: ___,
      filter: ____,
      ...rest
    } = {
      add: undefined,
      filter: undefined,
      ...here,
    };
    const filter = here.screen === 'map' && here.project === undefined ? writeFilters(layers) : undefined;
    const to = {
      ...rest,
      ...(position ? { at: `${position.zoom}/${position.center[1]}/${position.center[0]}` } : {}),
      ...(chosen ? { feature: `${chosen.space}/${chosen.id}` } : {}),
      ...(filter === undefined ? {} : { filter }),
    };
    history.replaceState(null, '', writeRoute(to));
    shown = location.hash;
  });
}
