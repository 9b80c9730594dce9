// Embedded engine only: what is installed is the same whichever store it opens.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { installPackages, strangersEnvironment } from './packed.ts';
import { type Served, serve, tryEverything } from './served.ts';

const installed = installPackages();
const folder = 'folder' in installed ? installed.folder : '';

describe('npm packages in an empty folder', { skip: 'skip' in installed ? installed.skip : false }, () => {
  let hub: Served;
  before(async () => {
    hub = await serve(join(folder, 'node_modules', '.bin', 'meridian'), {
      cwd: folder,
      env: strangersEnvironment(),
    });
  });
  after(() => hub.stop());

  test('the command serves, with its threads and the studio', async () => {
    await tryEverything(hub);
    assert.ok(!existsSync(join(folder, 'node_modules', 'esbuild')), 'nothing is built where it is installed');
  });

  test("the client works under the machine's own Node", () => {
    writeFileSync(
      join(folder, 'use-client.mjs'),
      `import { MeridianClient } from 'meridian-hub-client';
       const hub = new MeridianClient({ url: '${hub.url}', token: '${hub.token}' });
       const ids = [];
       for await (const feature of hub.features('cities').iterate()) ids.push(feature.id);
       console.log(ids.join());`,
    );
    const out = execFileSync('node', ['use-client.mjs'], {
      cwd: folder,
      env: strangersEnvironment(),
      encoding: 'utf8',
    });
    assert.equal(out.trim(), 'berlin');
  });

  for (const resolution of ['nodenext', 'bundler'])
    test(`the client is typed for strict TypeScript with the module resolution ${resolution}`, () => {
      writeFileSync(
        join(folder, 'use-client.ts'),
        `import { MeridianClient } from 'meridian-hub-client';
         const hub = new MeridianClient({ url: 'http://localhost:8080', token: 'x' });
         export const title: Promise<string> = hub.spaces.get('cities').then((space) => space.title);
         // @ts-expect-error: there is no such call
         hub.nothing();`,
      );
      const compilerOptions = {
        noEmit: true,
        strict: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        skipLibCheck: false,
        module: resolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution: resolution,
      };
      const config = join(folder, 'tsconfig.json');
      writeFileSync(config, JSON.stringify({ compilerOptions, files: ['use-client.ts'] }));
      execFileSync('tsc', ['-p', config], { stdio: ['ignore', 'inherit', 'inherit'] });
    });

  test('the client can be bundled for browsers', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { MeridianClient } from 'meridian-hub-client';", resolveDir: folder },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      write: false,
      logLevel: 'silent',
    });
    assert.ok(outputFiles[0]!.contents.length > 1000);
  });
});
