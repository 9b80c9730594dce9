// Embedded engine only: what is installed is the same whichever store it opens.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { freePort } from '../harness/free-port.ts';
import { installPackages, strangersEnvironment } from './packed.ts';

const TOKEN = 'a-token-that-is-preset';
const BERLIN = {
  type: 'Feature',
  id: 'berlin',
  geometry: { type: 'Point', coordinates: [13.4, 52.5] },
  properties: { name: 'Berlin' },
};

const installed = installPackages();
const folder = 'folder' in installed ? installed.folder : '';

describe('installed into an empty folder', { skip: 'skip' in installed ? installed.skip : false }, () => {
  let server: ChildProcess;
  let url: string;
  let output = '';

  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(join(folder, 'node_modules', '.bin', 'meridian'), ['serve', '--port', String(port)], {
      cwd: folder,
      env: strangersEnvironment({
        MERIDIAN_ADMIN_TOKEN: TOKEN,
        MERIDIAN_ADMIN_PASSWORD: 'a-password-that-is-preset',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout!, server.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    await answers(() => get('/hub/spaces'));
  });

  after(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  });

  const get = (path: string) => fetch(url + path, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const send = (method: string, path: string, body: unknown) =>
    fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/geo+json' },
      body: JSON.stringify(body),
    });

  async function answers(request: () => Promise<Response>): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const status = await request().then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      assert.equal(server.exitCode, null, output);
      await pause(100);
    }
    assert.fail(`the hub did not answer:\n${output}`);
  }

  test('the command serves features, vector tiles and files in other formats from its threads', async () => {
    assert.equal((await send('POST', '/hub/spaces', { id: 'cities', title: 'Cities' })).status, 200);
    const { status } = await send('PUT', '/hub/spaces/cities/features', {
      type: 'FeatureCollection',
      features: [BERLIN],
    });
    assert.equal(status, 200);
    const found = (await (await get('/hub/spaces/cities/search?p.name=Berlin')).json()) as {
      features: { id: string }[];
    };
    assert.deepEqual(
      found.features.map(({ id }) => id),
      ['berlin'],
    );
    const tile = await get('/hub/spaces/cities/tile/web/0_0_0.mvt');
    assert.ok((await tile.arrayBuffer()).byteLength > 0);
    const csv = await get('/hub/spaces/cities/export?format=csv');
    assert.match(await csv.text(), /Berlin/);
  });

  test('the studio came with the package and is not built', async () => {
    const page = await (await fetch(url)).text();
    const script = /<script type="module" src="([^"]+)"/.exec(page)![1]!;
    assert.equal((await fetch(url + script)).status, 200);
    assert.match(output, /"origin":"prebuilt"/);
    assert.ok(!existsSync(join(folder, 'node_modules', 'esbuild')));
  });

  test("the client works under the machine's own Node", () => {
    writeFileSync(
      join(folder, 'use-client.mjs'),
      `import { MeridianClient } from 'meridian-hub-client';
       const hub = new MeridianClient({ url: '${url}', token: '${TOKEN}' });
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

  for (const module of ['nodenext', 'bundler'])
    test(`the client is typed for strict TypeScript with the module resolution ${module}`, () => {
      writeFileSync(
        join(folder, 'use-client.ts'),
        `import { MeridianClient } from 'meridian-hub-client';
         const hub = new MeridianClient({ url: 'http://localhost:8080', token: 'x' });
         export const name: Promise<string> = hub.spaces.get('cities').then((space) => space.title);
         // @ts-expect-error: there is no such call
         hub.nothing();`,
      );
      const options = {
        noEmit: true,
        strict: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        skipLibCheck: false,
        module: module === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution: module,
      };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['use-client.ts'] }),
      );
      execFileSync('tsc', ['-p', folder], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
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
