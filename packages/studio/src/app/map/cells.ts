import { CELL_MEASURE_NAMES, type CellBy, type LayerStyle } from '../../map-style/document.ts';

/** A cell as the hub counts it: how many features, and what it makes of the numbers of the property it was asked for. */
export type Cell = {
  properties: { aggregation: { qty: number } & Record<string, unknown> };
  geometry: GeoJSON.Geometry;
};

/** The lowest and the highest number of the cells in view. */
export type CellRange = { low: number; high: number };
export const EMPTY_RANGE: CellRange = { low: 0, high: 1 };

/** What the numbers of cells are made of; undefined where they are how many features there are. */
export function measuredBy({
  view,
  cellBy,
  heatBy,
}: LayerStyle): Pick<CellBy, 'property' | 'measure'> | undefined {
  if (view === 'hexbin') return cellBy;
  return view === 'heat' && heatBy !== undefined ? { property: heatBy, measure: 'sum' } : undefined;
}

/** The cells that a layer shows; of those without a number none where a number is to be shown. */
export function cellsOf(cells: readonly Cell[], style: LayerStyle): GeoJSON.FeatureCollection {
  const shown = measuredBy(style);
  return {
    type: 'FeatureCollection',
    features: cells.flatMap(({ properties: { aggregation }, geometry }) => {
      const value =
        shown &&
        (Object(aggregation[shown.property]) as Record<string, unknown>)[CELL_MEASURE_NAMES[shown.measure]];
      if (shown && typeof value !== 'number') return [];
      return [
        { type: 'Feature', geometry, properties: { qty: aggregation.qty, ...(shown ? { value } : {}) } },
      ];
    }),
  };
}

export function rangeOf({ features }: GeoJSON.FeatureCollection): CellRange {
  const numbers = features.map(({ properties }) => Number(properties?.value ?? properties?.qty));
  return numbers.length === 0
    ? EMPTY_RANGE
    : {
        low: numbers.reduce((lowest, one) => Math.min(lowest, one)),
        high: numbers.reduce((highest, one) => Math.max(highest, one)),
      };
}
