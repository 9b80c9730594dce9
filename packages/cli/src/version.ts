import { readFileSync } from 'node:fs';

/** The version of this program. */
export const VERSION = versionOf(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** How it names itself in files that it writes. */
export const PROGRAM = `Meridian ${VERSION}`;

function versionOf(manifest: string): string {
  const { version } = JSON.parse(manifest) as { version: string };
  return version;
}
