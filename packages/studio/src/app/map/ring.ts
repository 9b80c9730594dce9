import type { Geometry } from '@meridian/client';
import { GeoJSONSource, type Map as MapLibre, MercatorCoordinate } from 'maplibre-gl';
import { boxOf } from './middle.ts';
import { SELECTED } from './paint.ts';

const RING = 'chosen ring';
const RADIUS = 14;
/** The width of MapLibre's world at zoom 0, in pixels. */
const WORLD = 512;
const LAST_ZOOM = 24;

/**
 * Draws a ring around the chosen feature. From afar its tiles may have left it out for others, and an area may be smaller than a
 * pixel. The ring ends at the zoom at which the feature is larger than it; without a geometry there is none.
 */
export function showRing(map: MapLibre, geometry: Geometry | null | undefined): void {
  const box = geometry ? boxOf(geometry) : undefined;
  if (!box) {
    if (map.getLayer(RING)) map.removeLayer(RING);
    if (map.getSource(RING)) map.removeSource(RING);
    return;
  }
  const [west, south, east, north] = box;
  const [from, to] = [
    MercatorCoordinate.fromLngLat([west, south]),
    MercatorCoordinate.fromLngLat([east, north]),
  ];
  const side = Math.max(to.x - from.x, from.y - to.y);
  const data: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] },
  };
  const source = map.getSource(RING);
  if (source instanceof GeoJSONSource) void source.setData(data);
  else {
    map.addSource(RING, { type: 'geojson', data });
    map.addLayer({
      id: RING,
      type: 'circle',
      source: RING,
      paint: {
        'circle-color': 'rgba(0,0,0,0)',
        'circle-radius': RADIUS,
        'circle-stroke-color': SELECTED,
        'circle-stroke-width': 3,
      },
    });
  }
  const lastZoom = Math.log2((2 * RADIUS) / (WORLD * side));
  map.setLayerZoomRange(RING, 0, Math.min(LAST_ZOOM, Math.max(0, lastZoom)));
}
