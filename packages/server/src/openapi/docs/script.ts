import { readFileSync } from 'node:fs';

/** Served at /docs/docs.js, so that the page needs no inline script. */
export const docsScript: string = readFileSync(new URL('./docs.browser.js', import.meta.url), 'utf8');
