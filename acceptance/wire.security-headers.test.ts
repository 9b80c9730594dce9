// Embedded engine only: it is about headers.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();
const space = await newSpace(hub);
await space.load(feature('a'));

describe('no response is guessed to be of another type', () => {
  for (const [method, path, token] of [
    ['GET', '/hub', null],
    ['GET', `${space.path}/search`, hub.token],
    ['GET', `${space.features}/a`, hub.token],
    ['DELETE', `${space.features}/none`, hub.token],
    ['GET', '/project-api/projects', hub.token],
    ['GET', '/nowhere', null],
    ['GET', '/hub/spaces', null],
    ['OPTIONS', '/hub/spaces', null],
    ['GET', '/', null],
    ['GET', '/docs', null],
    ['GET', '/docs/style.css', null],
    ['GET', '/openapi.json', null],
    ['GET', '/metrics', null],
    ['GET', '/healthz', null],
    ['GET', '/sign-in', null],
  ] as const)
    test(`${method} ${path}`, async () => {
      const { headers } = await hub.request(method, path, { token });
      assert.equal(headers['x-content-type-options'], 'nosniff');
    });

  test('not even that to what is no HTTP', async () => {
    const { hostname, port } = new URL(hub.url);
    const response = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
    });
    assert.match(response, /^HTTP\/1\.1 400 .*nosniff/s);
  });
});

describe('our own pages', () => {
  for (const path of ['/', '/docs', '/sign-in'])
    test(`${path} is shown in no frame, runs no inline script and tells nobody else where it was`, async () => {
      const { headers, text } = await hub.get(path, { token: null });
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.ok(!/unsafe/.test(policy));
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['referrer-policy'], 'same-origin');
      assert.ok(!/\son\w+=|style="/i.test(text), 'the policy would block what is inline');
    });

  test('published maps may be in frames too, and tell nobody the address that opens them', async () => {
    const { headers } = await hub.get('/maps/some-link', { token: null });
    assert.equal(headers['x-frame-options'], undefined);
    assert.doesNotMatch(String(headers['content-security-policy']), /frame-ancestors|unsafe/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
  });

  test('/embed may be in frames, and is as strict otherwise', async () => {
    const [embed, studio] = [await hub.get('/embed', { token: null }), await hub.get('/', { token: null })];
    assert.equal(embed.status, 200);
    assert.equal(embed.headers['x-frame-options'], undefined);
    assert.equal(
      embed.headers['content-security-policy'],
      String(studio.headers['content-security-policy']).replace(" frame-ancestors 'none';", ''),
    );
    assert.ok(!/\son\w+=|style="/i.test(embed.text));
  });
});
