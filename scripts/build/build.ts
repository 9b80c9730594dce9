import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientPackage } from './client-package.ts';
import { buildHubPackage } from './hub-package.ts';

/** `npm run build`: the npm packages that others install, ready for `npm pack`, in `dist/npm`. */
const OUT = join('dist', 'npm');

rmSync(OUT, { recursive: true, force: true });
await buildHubPackage(join(OUT, 'meridian-hub'));
await buildClientPackage(join(OUT, 'meridian-hub-client'));
console.log(`Built ${OUT}/meridian-hub and ${OUT}/meridian-hub-client.`);
