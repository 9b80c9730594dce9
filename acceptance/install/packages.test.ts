// Embedded engine only: what is installed is the same whichever store it opens.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { temporaryFolder } from '../harness/program.ts';
import { seed } from '../harness/random.ts';
import { bundledByVite, hostVersions, hostWithNode, isAsked } from './hosts.ts';
import { installPackages, strangersEnvironment } from './packed.ts';
import { type Served, serve, tryEverything } from './served.ts';

const installed = installPackages();
const folder = 'folder' in installed ? installed.folder : '';

/** A program that reads what `tryEverything` has written. */
const useClient = ({ url, token }: Served) => `import { MeridianClient } from 'meridian-hub-client';
  const hub = new MeridianClient({ url: '${url}', token: '${token}' });
  const ids = [];
  for await (const feature of hub.features('cities').iterate()) ids.push(feature.id);
  console.log(ids.join());`;

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
    for (const name of ['esbuild', 'playwright-core', 'typescript'])
      assert.ok(!existsSync(join(folder, 'node_modules', name)), `${name} is only for development`);
  });

  test("the client works under the machine's own Node", () => {
    writeFileSync(join(folder, 'use-client.mjs'), useClient(hub));
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

  if (isAsked)
    test('the client is bundled by vite, and the bundle needs nothing else', () => {
      const bundle = bundledByVite(folder, useClient(hub));
      const alone = join(temporaryFolder(), 'bundle.mjs');
      copyFileSync(bundle, alone);
      const out = execFileSync('node', [alone], { env: strangersEnvironment(), encoding: 'utf8' });
      assert.equal(out.trim(), 'berlin');
    });

  for (const major of hostVersions())
    test(`command and client work on a machine with Node ${major} (seed ${seed})`, async () => {
      const env = hostWithNode(major);
      const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' });
      assert.match(version, new RegExp(`^v${major}\\.`));
      const data = join(temporaryFolder(), 'data');
      const served = await serve(join(folder, 'node_modules', '.bin', 'meridian'), {
        cwd: folder,
        env: { ...env, MERIDIAN_DATA: data },
      });
      try {
        await tryEverything(served);
        const out = execFileSync('node', ['--input-type=module', '--eval', useClient(served)], {
          cwd: folder,
          env,
          encoding: 'utf8',
        });
        assert.equal(out.trim(), 'berlin');
      } finally {
        await served.stop();
      }
    });
});
