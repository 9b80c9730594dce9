import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl';
import { CATEGORY_COLORS } from '../../map-style/palette.ts';
import { NAMES_LAYER } from './base-map.ts';

const SOURCE = 'preview';

/** Shows features that are in no space yet. */
export function showPreview(map: MapLibre, features: GeoJSON.Feature[]): void {
  const [color] = CATEGORY_COLORS;
  const shared = { source: SOURCE } as const;
  const is = (type: string): ExpressionSpecification => ['==', ['geometry-type'], type];
  map.addSource(SOURCE, {
    type: 'geojson',
    data: { type: 'FeatureCollection', features: features.filter(({ geometry }) => geometry) },
  });
  map.addLayer(
    {
      ...shared,
      id: 'preview fill',
      type: 'fill',
      filter: is('Polygon'),
      paint: { 'fill-color': color, 'fill-opacity': 0.35 },
    },
    NAMES_LAYER,
  );
  map.addLayer(
    {
      ...shared,
      id: 'preview line',
      type: 'line',
      filter: ['!', is('Point')],
      paint: { 'line-color': color, 'line-width': 1.5 },
    },
    NAMES_LAYER,
  );
  map.addLayer(
    {
      ...shared,
      id: 'preview point',
      type: 'circle',
      filter: is('Point'),
      paint: {
        'circle-color': color,
        'circle-radius': 4,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1,
      },
    },
    NAMES_LAYER,
  );
}
