/** Told apart by most eyes, calm enough to lie upon a map, for light and dark alike. */
export const CATEGORY_COLORS = [
  '#0f8b94',
  '#d0743c',
  '#7d67b5',
  '#5b9a4a',
  '#c4557a',
  '#b8952b',
  '#3f78bf',
  '#95694c',
  '#4fb3a1',
] as const;

/** What has no colour of its own. */
export const OTHER_COLOR = '#8c979b';

/** From few to many, where many are to glow. */
export const HEAT = ['#f7e6b5', '#f2b134', '#e07f36', '#c04a3a', '#8c2740'] as const;

/** From few to many. */
export const RAMP = ['#c5e3da', '#8ecabe', '#4fa9a6', '#1f7f8b', '#0b5566'] as const;
