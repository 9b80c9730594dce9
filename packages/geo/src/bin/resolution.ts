/** The H3 resolution that a hexbin has at each zoom if nothing else is asked for. */
const DEFAULT_RESOLUTIONS = [
  2, 2, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 11, 12, 13, 13, 13, 13, 13,
] as const;

const MAX_RESOLUTION = 15;

/** The zoom whose tiles are about as wide as a box of this many degrees. */
export function zoomOfWidth(degrees: number): number {
  const zoom = Math.round(Math.log2(360 / degrees));
  return Math.min(DEFAULT_RESOLUTIONS.length - 1, Math.max(0, zoom));
}

/** `relative` is added to the absolute resolution or, without one, to that of the zoom. */
export function hexbinResolution(zoom: number, relative = 0, absolute?: number): number {
  const known = Math.min(Math.max(0, zoom), DEFAULT_RESOLUTIONS.length - 1);
  const resolution = (absolute ?? DEFAULT_RESOLUTIONS[known]!) + relative;
  return Math.min(MAX_RESOLUTION, Math.max(0, resolution));
}
