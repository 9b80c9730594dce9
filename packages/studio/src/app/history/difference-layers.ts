import type { Geometry } from '@meridian/client';
import type { ExpressionSpecification, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { GeoJSONSource } from 'maplibre-gl';

const BEFORE = 'difference before';
const AFTER = 'difference after';
/** Told apart by dashes too, for those who do not see the colours. */
const COLORS = { [BEFORE]: '#d1495b', [AFTER]: '#00798c' };

export type ShapeDifference = { before: readonly Geometry[]; after: readonly Geometry[] };

/** Draws shapes as they were above as they are; none takes them away. */
export function showDifference(map: MapLibre, difference: ShapeDifference | undefined): void {
  if (!difference) {
    for (const source of [AFTER, BEFORE] as const) {
      for (const { id } of layersOf(source)) if (map.getLayer(id)) map.removeLayer(id);
      if (map.getSource(source)) map.removeSource(source);
    }
    return;
  }
  put(map, AFTER, difference.after);
  put(map, BEFORE, difference.before);
}

function put(map: MapLibre, name: typeof BEFORE | typeof AFTER, shapes: readonly Geometry[]): void {
  const data: GeoJSON.FeatureCollection = {
    type: 'FeatureCollection',
    features: shapes.map((geometry) => ({
      type: 'Feature',
      properties: {},
      geometry: geometry as GeoJSON.Geometry,
    })),
  };
  const source = map.getSource(name);
  if (source instanceof GeoJSONSource) return void source.setData(data);
  map.addSource(name, { type: 'geojson', data });
  for (const layer of layersOf(name)) map.addLayer(layer);
}

function layersOf(source: typeof BEFORE | typeof AFTER): LayerSpecification[] {
  const color = COLORS[source];
  const is = (type: string): ExpressionSpecification => ['==', ['geometry-type'], type];
  const isBefore = source === BEFORE;
  return [
    {
      id: `${source} fill`,
      type: 'fill',
      source,
      filter: is('Polygon'),
      paint: { 'fill-color': color, 'fill-opacity': isBefore ? 0.15 : 0.3 },
    },
    {
      id: `${source} line`,
      type: 'line',
      source,
      filter: ['!', is('Point')],
      paint: {
        'line-color': color,
        'line-width': 2.5,
        ...(isBefore ? { 'line-dasharray': [2, 1.5] } : {}),
      },
    },
    {
      id: `${source} point`,
      type: 'circle',
      source,
      filter: is('Point'),
      paint: {
        'circle-color': isBefore ? 'rgba(255,255,255,0.35)' : color,
        'circle-radius': isBefore ? 9 : 6,
        'circle-stroke-color': isBefore ? color : '#ffffff',
        'circle-stroke-width': isBefore ? 2.5 : 1.5,
      },
    },
  ];
}
