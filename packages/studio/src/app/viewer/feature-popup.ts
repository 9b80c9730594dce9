import './popup.css';
import type { Feature } from '@meridian/client';
import { type MapGeoJSONFeature, type Map as MapLibre, Popup } from 'maplibre-gl';
import { type PopupDesign, popupElement } from './popup-element.ts';

/** A feature that was clicked, with all that is known of it, and how it is shown. */
export type Clicked = { design: PopupDesign; feature: Pick<Feature, 'id' | 'properties'> };

/** A click on features of these layers shows what they say of themselves. */
export function showFeatures(
  map: MapLibre,
  layers: readonly string[],
  read: (found: MapGeoJSONFeature) => Promise<Clicked | undefined>,
): void {
  let shown: Popup | undefined;
  map.on('click', async ({ point, lngLat }) => {
    const [found] = map.queryRenderedFeatures(point, { layers: [...layers] });
    const clicked = found && (await read(found));
    if (!clicked) return;
    const content = popupElement(clicked.design, clicked.feature);
    // Of two clicks, the first may be answered last.
    shown?.remove();
    shown = new Popup({ maxWidth: '24rem' }).setLngLat(lngLat).setDOMContent(content).addTo(map);
  });
  map.on('mousemove', ({ point }) => {
    const isOver = map.queryRenderedFeatures(point, { layers: [...layers] }).length > 0;
    map.getCanvas().style.cursor = isOver ? 'pointer' : '';
  });
}

/** Nested values are JSON text in tiles; their id and how many features one stands for are no properties. */
export function tileFeature({
  id,
  properties,
}: Pick<MapGeoJSONFeature, 'id' | 'properties'>): Clicked['feature'] {
  const { id: named, point_count: _, ...own } = properties;
  const read = Object.entries(own).map(([name, value]) => [name, nested(value)]);
  return { id: String(id ?? named ?? ''), properties: Object.fromEntries(read) as Feature['properties'] };
}

function nested(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // A text that only begins like one.
    return value;
  }
}
