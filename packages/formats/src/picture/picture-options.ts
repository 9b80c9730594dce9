/** Pictures of a map. */
export const PICTURE_FORMATS = {
  svg: { title: 'SVG picture', ending: 'svg', mediaType: 'image/svg+xml' },
  png: { title: 'PNG picture', ending: 'png', mediaType: 'image/png' },
} as const;

export type PictureFormatId = keyof typeof PICTURE_FORMATS;

export const MIN_WIDTH = 16;
export const MAX_WIDTH = 4096;

export type PictureOptions = {
  /** West, south, east, north in degrees; an east beyond 180 lies on the other side of the antimeridian. */
  bounds: readonly [west: number, south: number, east: number, north: number];
  /** In pixels; less where the picture would be higher than MAX_WIDTH. */
  width: number;
  title: string;
  style: PictureStyle;
  signal?: AbortSignal;
};

/** How features look. */
export type PictureStyle = {
  /** `#1b9e77` */
  color: string;
  /** Radius of points in pixels; lines are half as wide. */
  size: number;
  /** From 0 to 1. */
  opacity: number;
};
