import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const LIMIT = 50_000;
const MEBIBYTE = 1024 * 1024;

/** A Feature whose JSON text has exactly that many bytes. */
function featureOf(bytes: number, letter = 'x'): string {
  const frame = JSON.stringify(feature('a', { t: '' }));
  return JSON.stringify(feature('a', { t: letter.repeat(bytes - frame.length) }));
}

describe('a body limit that was set', async () => {
  const hub = await startHub({ settings: { MERIDIAN_MAX_BODY_BYTES: String(LIMIT) } });
  const noise = JSON.stringify(feature('a', { t: randomBytes(LIMIT).toString('base64') }));

  const CASES: [string, string | Buffer, Record<string, string>, 200 | 413][] = [
    ['just reached', featureOf(LIMIT), {}, 200],
    ['passed by a byte', featureOf(LIMIT + 1), {}, 413],
    ['passed by far', featureOf(100 * LIMIT), {}, 413],
    ['reached in chunks', featureOf(LIMIT), { 'transfer-encoding': 'chunked' }, 200],
    ['passed in chunks', featureOf(LIMIT + 1), { 'transfer-encoding': 'chunked' }, 413],
    ['reached when inflated', gzipSync(featureOf(LIMIT)), { 'content-encoding': 'gzip' }, 200],
    ['passed when inflated', gzipSync(featureOf(LIMIT + 1)), { 'content-encoding': 'gzip' }, 413],
    ['passed by what is sent, before it is inflated', gzipSync(noise), { 'content-encoding': 'gzip' }, 413],
    ['passed by a bomb', gzipSync(Buffer.alloc(200 * MEBIBYTE)), { 'content-encoding': 'gzip' }, 413],
  ];
  for (const [name, body, headers, status] of CASES) {
    for (const [method, path] of [
      ['PUT', '/features'],
      ['POST', '/features'],
      ['PUT', '/features/a'],
    ] as const) {
      test(`${name}: ${method} ${path} answers ${status}`, async () => {
        const space = await newSpace(hub);
        const response = await hub.request(method, space.path + path, { body, headers });
        if (status === 413) assertRefused(response, 413, String(LIMIT));
        else assert.equal(response.status, 200, response.text);
        assert.deepEqual(await space.search(), status === 413 ? [] : ['a']);
      });
    }
  }

  test('holds for spaces too', async () => {
    assertRefused(await hub.post('/hub/spaces', { title: 'x'.repeat(LIMIT) }), 413);
  });
});

describe('the body limit by default', async () => {
  const hub = await startHub();

  test('is 1 MiB for space definitions, which are parsed where requests are served', async () => {
    const definition = (bytes: number) => ({ title: 'x', 'x-large': 'x'.repeat(bytes) });
    const large = await hub.post('/hub/spaces', definition(MEBIBYTE - 1024));
    assert.equal(large.status, 200, large.text.slice(0, 200));
    assertRefused(await hub.post('/hub/spaces', definition(MEBIBYTE)), 413, '1048576');
  });

  test('is 32 MiB', async () => {
    const space = await newSpace(hub);
    const largest = await hub.put(`${space.features}/a`, featureOf(32 * MEBIBYTE), {
      headers: { accept: 'application/x-empty' },
    });
    assert.equal(largest.status, 204, largest.text.slice(0, 200));
    assertRefused(await hub.put(`${space.features}/a`, featureOf(32 * MEBIBYTE + 1)), 413, '33554432');
    assertRefused(
      await hub.put(`${space.features}/a`, gzipSync(featureOf(33 * MEBIBYTE)), {
        headers: { 'content-encoding': 'gzip' },
      }),
      413,
    );
  });
});
