import { readFileSync } from 'node:fs';

/** From package.json, so that it is written down once. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;
