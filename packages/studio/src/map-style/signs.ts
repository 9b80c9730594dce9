/** Signs for points, drawn for this page on a grid of 24: areas, filled by the rule of even and odd. */
export const SIGNS = {
  pin: 'M12 2a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7zM12 6.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5z',
  star: 'M12 2l3 6.800 7 .8-5.200 5 1.400 7.400-6.200-3.700-6.200 3.700 1.400-7.400-5.200-5 7-.8z',
  flag: 'M5 2h2v20H5zM8.500 3H20l-3 4.500 3 4.500H8.500z',
  house: 'M12 3l10 9h-3v9h-5v-6h-4v6H5v-9H2z',
  school: 'M12 3L1 9l11 6 9-4.900V17h2V9zM5 13v4.500c4 4 10 4 14 0V13l-7 3.800z',
  cross: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  tree: 'M12 1l6 8h-3l5 7h-6.500v6h-3v-6H4l5-7H6z',
  water: 'M12 2c4 5.500 7 9 7 13a7 7 0 1 1-14 0c0-4 3-7.500 7-13z',
  fire: 'M12 2c1 4 6 6 6 12a6 6 0 1 1-12 0c0-3 1.500-4.500 3-6 .2 1.800 1 2.800 2 3 .3-3-.5-6 1-9z',
  bus: 'M4 4c0-2 16-2 16 0v14h-2v3h-3v-3H9v3H6v-3H4zM6 6v5h12V6zM8 13.500a1.300 1.300 0 1 0 0 2.600a1.300 1.300 0 1 0 0-2.600zM16 13.500a1.300 1.300 0 1 0 0 2.600a1.300 1.300 0 1 0 0-2.600z',
  food: 'M5 2h1.500v6H8V2h1.500v8L8.500 11.500V22h-2V11.500L3.500 10V2H5zM16 2c3 0 4 4 4 7s-1 4-2 4.500V22h-2z',
  bed: 'M2 5h2v9h7V8h7c2.500 0 4 1.500 4 4v7h-2v-3H4v3H2zM7.500 8.500a2.200 2.200 0 1 1 0 4.400a2.200 2.200 0 1 1 0-4.400z',
} as const;

export type SignName = keyof typeof SIGNS;
export const SIGN_NAMES = Object.keys(SIGNS) as SignName[];

/** What images of signs are called, so that no sign of a base map has the same name. */
export const SIGN_IMAGE = 'meridian sign ';
/** Where a hub has them for map libraries, which add `.json` and `.png`. */
export const SPRITE_PATH = '/ogc/sprites/signs';
/** How wide the images are, in pixels of the map. */
export const SIGN_WIDTH = 24;
/** A sign is readable on a disc that is larger by so many pixels than points are. */
export const SIGN_ROOM = 4;

export function readSign(value: unknown): SignName | undefined {
  return SIGN_NAMES.find((name) => name === value);
}
