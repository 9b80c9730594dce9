import type { Map as MapLibre } from 'maplibre-gl';

const PANELS = '.side, .table-panel, .editor, .feature-card, .time-bar';

export type Margins = { left: number; right: number; top: number; bottom: number };

/** Panels lie over the map: what is to be seen must be beside them. */
export function marginsOf(container: HTMLElement): Margins {
  const box = container.getBoundingClientRect();
  const side = Math.min(24, box.width / 10);
  const margins = { left: side, right: side, top: side, bottom: side };
  // A small map, in a dialog above another one, has none.
  const around = container.closest('.map-screen');
  const find = around?.querySelector('.find-input')?.getBoundingClientRect();
  if (find) margins.top = Math.min(box.height / 4, find.bottom - box.top + side);
  for (const panel of around?.querySelectorAll(PANELS) ?? []) {
    const { left, right, top, width, height } = panel.getBoundingClientRect();
    if (width === 0) continue;
    const isBelow = width > box.width / 2;
    if (isBelow && top - box.top > box.height / 4)
      margins.bottom = Math.max(margins.bottom, box.bottom - top + side);
    else if (!isBelow && height > 0 && left - box.left < 40)
      margins.left = Math.max(margins.left, right - box.left + side);
    else if (!isBelow && height > 0 && box.right - right < 40)
      margins.right = Math.max(margins.right, box.right - left + side);
  }
  return margins;
}

/** The box that is to be seen beside the panels. */
export function visibleBounds(map: MapLibre): [west: number, south: number, east: number, north: number] {
  const container = map.getContainer();
  const { left, right, top, bottom } = marginsOf(container);
  const { lng: west, lat: south } = map.unproject([left, container.clientHeight - bottom]);
  const { lng: east, lat: north } = map.unproject([container.clientWidth - right, top]);
  const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return [rounded(west), rounded(south), rounded(east), rounded(north)];
}
