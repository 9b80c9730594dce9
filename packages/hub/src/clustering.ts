import {
  type BBox,
  HEXBIN_SAMPLING,
  type HexbinSampling,
  hexbinResolution,
  VIZ_SAMPLING,
  type VizSampling,
  zoomOfWidth,
} from '@meridian/geo';
import type { Clustering } from '@meridian/store';

export const HEXBIN_SAMPLINGS = Object.keys(HEXBIN_SAMPLING) as HexbinSampling[];
export const VIZ_SAMPLINGS = ['off', ...Object.keys(VIZ_SAMPLING)] as VizSampling[];

/** How fine the cells are: by the zoom, so much finer or coarser than that, or whatever the zoom. */
export type CellSize = { relative: number | undefined; absolute: number | undefined };

/** Levels of quad cells below the zoom by default. */
const QUADBIN_LEVELS = 4;

export function hexbinClustering(
  level: number,
  { relative, absolute }: CellSize,
  settings: Omit<Extract<Clustering, { kind: 'hexbin' }>, 'kind' | 'resolution' | 'level'>,
): Clustering {
  return { kind: 'hexbin', resolution: hexbinResolution(level, relative, absolute), level, ...settings };
}

export function quadbinClustering(level: number, { relative, absolute }: CellSize): Clustering {
  const zoom = absolute === undefined ? level + (relative ?? QUADBIN_LEVELS) : absolute + (relative ?? 0);
  return { kind: 'quadbin', zoom };
}

/** The zoom whose tiles are about as wide as boxes side by side. */
export function zoomOfBoxes(boxes: readonly BBox[]): number {
  return zoomOfWidth(boxes.reduce((width, { west, east }) => width + east - west, 0));
}
