import type { LayerStyle } from './document.ts';
import { heatRadius } from './heat-radius.ts';

/** What evenly spread points add up to in MapLibre's heat, of their weight in a square as wide as the radius. */
const SHARE_IN_SQUARE = 0.28;

/** Where a position is on the screen. */
type Project = (position: [number, number]) => { x: number; y: number };

/** So that the densest cell has the warmest colour, however close to each other cells lie. */
export function heatIntensity(
  project: Project,
  style: LayerStyle,
  cells: GeoJSON.FeatureCollection,
  most: number,
): number {
  const radius = heatRadius(style);
  const warmth = new Map<string, number>();
  for (const { geometry, properties } of cells.features) {
    if (geometry.type !== 'Point') return 1;
    const { x, y } = project(geometry.coordinates as [number, number]);
    const square = `${Math.floor(x / radius)} ${Math.floor(y / radius)}`;
    const sum: unknown = properties?.value;
    const weight =
      typeof sum === 'number'
        ? Math.max(0, sum) / (most || 1)
        : Math.log(1 + Number(properties?.qty)) / Math.log(1 + most);
    warmth.set(square, (warmth.get(square) ?? 0) + weight);
  }
  const warmest = [...warmth.values()].reduce((highest, one) => Math.max(highest, one), 0);
  return warmest === 0 ? 1 : Math.min(1, 1 / (warmest * SHARE_IN_SQUARE));
}
