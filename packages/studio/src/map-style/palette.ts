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
