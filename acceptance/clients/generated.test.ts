// Embedded engine only: it is about documents that do not depend on the store.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';
import { newSpace } from '../harness/space.ts';
import { installLarge } from './install.ts';

const run = promisify(execFile);
const hub = await startHub();
const space = await newSpace(hub);
await space.load(feature('a', { name: 'A', population: 1 }));
const folder = temporaryFolder();
const documents = { hub: join(folder, 'hub.json'), ogc: join(folder, 'ogc.json') };
writeFileSync(documents.hub, (await hub.get('/openapi.json')).text);
writeFileSync(documents.ogc, (await hub.get('/ogc/api')).text);

/** What a program does with the clients: own properties, positions of two numbers, lists as parameters. */
const PROGRAM = `
import * as hub from './hub/index';
import * as ogc from './ogc/index';

export async function use(): Promise<string[]> {
  const sent: hub.Feature = {
    type: 'Feature',
    id: 'a',
    geometry: { type: 'Point', coordinates: [1, 2] },
    properties: { name: 'x', nested: { n: 1 } },
  };
  const one = await hub.getFeature({ path: { space_id: 's', feature_id: 'a' } });
  const items = await ogc.getOgcItems({ path: { collectionId: 's' }, query: { limit: 10, bbox: [1, 2, 3, 4] } });
  const made = await ogc.postOgcItem({ path: { collectionId: 's' }, body: sent });
  const style = await ogc.getOgcStyle({ path: { styleId: 's' } });
  const names = (items.data?.features ?? []).map((feature) => String(feature.properties?.name));
  return [...names, String(one.data?.properties.name), String(made.response.status), style.data?.name ?? ''];
}
`;

const generator = installLarge('generated');
test('clients in TypeScript that are generated from both OpenAPI documents compile, strictly', {
  skip: 'skip' in generator && generator.skip,
}, async () => {
  if (!('folder' in generator)) return;
  const library = (path: string) => join(generator.folder, 'node_modules', path);
  for (const [name, document] of Object.entries(documents)) {
    const out = ['-i', document, '-o', join(folder, name)];
    const options = { cwd: generator.folder };
    await run(process.execPath, [library('@hey-api/openapi-ts/bin/run.js'), ...out], options);
  }
  writeFileSync(join(folder, 'use.ts'), PROGRAM);
  const strictly = ['--strict', '--noUncheckedIndexedAccess', '--noEmit'];
  const target = ['--target', 'esnext', '--lib', 'esnext,dom,dom.iterable', '--module', 'preserve'];
  const compiled = await run(
    process.execPath,
    [library('typescript/bin/tsc'), ...strictly, ...target, join(folder, 'use.ts')],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  assert.equal(compiled.stdout, '');
});
