// Embedded engine only: it is about the way between the command and the hub.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newUser } from './harness/command.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();
const COUNT = 20_000;

/** Stands before the hub and cuts the first exports off, each behind so many bytes. */
async function cuttingProxy(cuts: number[]): Promise<{ url: string; exports: () => number }> {
  let exports = 0;
  const server = createServer((request, response) => {
    // Plain bytes, so that the offset of a cut is known.
    const { host: _, 'accept-encoding': __, ...headers } = request.headers;
    const { method, url } = request;
    const isExport = url!.includes('/export');
    const cut = isExport ? cuts[exports++] : undefined;
    const passed = ask(`${hub.url}${url}`, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.headers);
      let bytes = 0;
      upstream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        response.write(chunk, () => {
          if (cut !== undefined && bytes > cut) response.destroy();
        });
      });
      upstream.on('end', () => response.end());
    });
    request.pipe(passed);
    response.on('close', () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports: () => exports };
}

async function filled() {
  const space = await newSpace(hub);
  const features = Array.from({ length: COUNT }, (_, n) => ({
    type: 'Feature',
    id: `p${n}`,
    geometry: { type: 'Point', coordinates: [n % 10, n % 7] },
    properties: { text: `feature ${n} `.repeat(10) },
  }));
  for (let from = 0; from < COUNT; from += 5000) await space.load(...features.slice(from, from + 5000));
  return space;
}

test('an export of a box that breaks off goes on behind the last feature that came', async () => {
  const space = await filled();
  const proxy = await cuttingProxy([400_000, 1_000_000]);
  const user = newUser({ url: proxy.url, token: hub.token });
  const run = await user.run('export', space.id, '--bbox', '-1,-1,20,20', '-o', 'box.ndjson');
  assert.equal(run.code, 0, run.err);
  assert.equal(proxy.exports(), 3);
  const lines = readFileSync(join(user.folder, 'box.ndjson'), 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    Array.from({ length: COUNT }, (_, n) => `p${n}`),
  );
});

test('one that breaks off at the same byte again and again fails, and leaves no file', async () => {
  const space = await filled();
  const proxy = await cuttingProxy(Array.from({ length: 50 }, () => 400_000));
  const user = newUser({ url: proxy.url, token: hub.token });
  const run = await user.run('export', space.id, '--bbox', '-1,-1,20,20', '-o', 'box.ndjson');
  assert.notEqual(run.code, 0);
  assert.ok(proxy.exports() < 10, `asked ${proxy.exports()} times`);
  assert.match(run.err, /^http:\S+ cannot be reached: /m);
  assert.throws(() => readFileSync(join(user.folder, 'box.ndjson')), { code: 'ENOENT' });
});
