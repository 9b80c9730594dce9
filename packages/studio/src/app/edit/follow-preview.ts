import { GeoJSONSource, type Map as MapLibre } from 'maplibre-gl';
import type { Flat } from '../../shape/reshape.ts';

const NAME = 'followed borders';

/** Shows where a line will go that follows borders, while it is drawn. */
export class FollowPreview {
  readonly #map: MapLibre;
  #isShown = false;

  constructor(map: MapLibre) {
    this.#map = map;
  }

  /** Without a line: nothing. */
  show(line: readonly Flat[] | undefined): void {
    if (!line && !this.#isShown) return;
    this.#isShown = line !== undefined;
    const data: GeoJSON.Feature = {
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: (line ?? []).map(([x, y]) => [x, y]) },
    };
    const source = this.#map.getSource(NAME);
    if (source instanceof GeoJSONSource) return void source.setData(data);
    this.#map.addSource(NAME, { type: 'geojson', data });
    this.#map.addLayer({
      id: NAME,
      type: 'line',
      source: NAME,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': '#b25c00', 'line-width': 3, 'line-dasharray': [2, 1.5] },
    });
  }

  end(): void {
    if (this.#map.getLayer(NAME)) this.#map.removeLayer(NAME);
    if (this.#map.getSource(NAME)) this.#map.removeSource(NAME);
  }
}
