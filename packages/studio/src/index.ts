import { mark } from './mark.ts';
import { startPageStyles } from './start-page.styles.ts';
import { startPage } from './start-page.ts';

export { mark } from './mark.ts';
export { theme } from './theme.ts';

export type StudioFile = { type: string; body: string };

/** Browsers take a file of its own where the page itself would take the colour from its text. */
const icon = mark
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#0a8a94');

/** The files of the web page, by the path they are served at. */
export const studioFiles: ReadonlyMap<string, StudioFile> = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: startPage }],
  ['/start.css', { type: 'text/css; charset=utf-8', body: startPageStyles }],
  ['/icon.svg', { type: 'image/svg+xml', body: icon }],
]);
