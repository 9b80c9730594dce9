import { type Map as MapLibre, Popup } from 'maplibre-gl';
import type { PublishedMetadata } from '../../viewer/published-map.ts';

/** A click on features shows their properties, as text. */
export function showFeatures(map: MapLibre, spaces: PublishedMetadata['meridian:spaces']): void {
  const layers = spaces.flatMap((space) => space.layers);
  map.on('click', ({ point, lngLat }) => {
    const [found] = map.queryRenderedFeatures(point, { layers });
    if (!found) return;
    const table = document.createElement('table');
    for (const [name, value] of Object.entries(found.properties)) {
      const row = table.insertRow();
      row.insertCell().textContent = name;
      row.insertCell().textContent = String(value);
    }
    new Popup({ maxWidth: '24rem' }).setLngLat(lngLat).setDOMContent(table).addTo(map);
  });
  map.on('mousemove', ({ point }) => {
    const isOver = map.queryRenderedFeatures(point, { layers }).length > 0;
    map.getCanvas().style.cursor = isOver ? 'pointer' : '';
  });
}
