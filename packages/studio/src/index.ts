export type { StudioFile } from './build/file.ts';
export { mark } from './mark.ts';
export { openStudio, PAGE, type Studio, UNKNOWN_PAGE } from './studio.ts';
export { theme } from './theme.ts';
