export { type SignInTexts, signInTexts } from './language/sign-in-texts.ts';
export type { MapStyle } from './map-style/map-style.ts';
export { mapStyle, projectMap, spaceMap } from './map-style/map-style.ts';
export { SPRITE_FILES, signSprite } from './map-style/sign-sprite.ts';
export { mark } from './mark.ts';
export { isUnbuilt, openStudio, type Studio } from './studio.ts';
export { EMBED_PAGE, MAP_PAGE, PAGE, type StudioFile, UNKNOWN_PAGE } from './studio-files.ts';
export { theme } from './theme.ts';
export {
  classesOf,
  publishedStyle,
  type SpaceToPublish,
  type TileCounts,
  tileCountsOf,
} from './viewer/published-map.ts';
export { publishedPage } from './viewer/published-page.ts';
export { openViewer } from './viewer/viewer.ts';
