// Embedded engine only: it is about addresses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { freePort } from '../testing/free-port.ts';
import { testPage } from './examples/test-page.ts';
import { ADMIN_PASSWORD } from './harness/account.ts';
import { startBrowser } from './harness/browser.ts';
import { startHub } from './harness/hub.ts';
import { startNginx } from './harness/nginx.ts';
import { assertRendered, dropFile, newVisitor, signInWithBrowser } from './studio/visitor.ts';

/** The two ways in which proxies serve a program below a path. */
const WAYS = {
  'a proxy that takes the path off': (hub: string) => `location /geo/ { proxy_pass ${hub}/; }`,
  'a proxy that passes the path on': (hub: string) => `location /geo { proxy_pass ${hub}; }`,
};

const browser = await startBrowser();
const served = await Promise.all(
  Object.entries(WAYS).map(async ([way, locations]) => {
    const [port, hubPort] = await Promise.all([freePort(), freePort()]);
    const url = `http://127.0.0.1:${port}/geo`;
    const settings = {
      MERIDIAN_PORT: String(hubPort),
      MERIDIAN_PUBLIC_URL: url,
      MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    };
    const hub = await startHub({ settings });
    const proxy = await startNginx(port, locations(`http://127.0.0.1:${hubPort}`));
    return { way, url, hub, proxy };
  }),
);

const FILE = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: 'oak',
      geometry: { type: 'Point', coordinates: [13.38, 52.5] },
      properties: { name: 'The oak' },
    },
  ],
});

for (const { way, url, hub, proxy } of served)
  describe(`below a path, behind ${way}`, { skip: 'skip' in proxy ? proxy.skip : false }, () => {
    testPage('README.md', { url, token: hub.token });

    test('the interface answers, and every address in its responses works', async () => {
      for (const id of ['one', 'two'])
        assert.equal((await hub.post('/geo/hub/spaces', { id, title: id })).status, 200);
      const list = await hub.get<unknown[]>('/geo/hub/spaces?limit=1');
      const next = /^<(.*)>; rel="next"$/.exec(String(list.headers.link))![1]!;
      const second = await hub.get<{ id: string }[]>(new URL(next, url).pathname + new URL(next, url).search);
      assert.equal(second.status, 200);
      assert.equal(second.body.length, 1);
      const tileJson = await hub.get<{ tiles: string[] }>('/geo/hub/spaces/one/tile/web.json');
      assert.ok(tileJson.body.tiles[0]!.startsWith(`${url}/hub/spaces/one/tile/`));
      const description = await hub.get<{ servers: { url: string }[] }>('/geo/openapi.json');
      assert.deepEqual(description.body.servers, [{ url }]);
    });

    test('cookies go no further than the hub', async () => {
      const page = await hub.get('/geo/sign-in', { token: null });
      assert.ok(page.headers['set-cookie']?.every((cookie) => cookie.includes('; Path=/geo/;')));
    });

    test('without its slash the address of the studio leads to the one with it', async () => {
      const answer = await hub.get('/geo', { token: null });
      assert.ok([301, 308].includes(answer.status));
      assert.equal(new URL(answer.headers.location!, url).pathname, '/geo/');
    });

    test('a path that is not one of ours is told as it was sent', async () => {
      assert.equal((await hub.get('/geo/nothing', { token: null })).status, 404);
    });

    test('one signs in, imports a file, sees it on the map and reads the documentation', {
      skip: 'skip' in browser ? browser.skip : false,
    }, async () => {
      const origin = { ...hub, url: new URL(url).origin };
      const me = await newVisitor(browser as Browser, origin);
      const failed: string[] = [];
      me.page.on('response', (response) => {
        if (response.status() >= 400 && !response.url().endsWith('/accounts/me')) failed.push(response.url());
      });
      await signInWithBrowser(me, hub);
      await me.page.getByRole('link', { name: 'two' }).first().waitFor();
      await dropFile(me.page, '.page', 'trees.geojson', FILE);
      await me.page.getByRole('button', { name: 'Import', exact: true }).click();
      await me.page.getByRole('button', { name: 'Show on the map' }).click();
      const { body } = await hub.get<{ id: string; title: string }[]>('/geo/hub/spaces');
      await assertRendered(me.page, body.find(({ title }) => title === 'trees')!.id, ['oak']);
      await me.page.goto(`${url}/docs`);
      const described = me.page.getByRole('link', { name: 'openapi.json' });
      await described.waitFor();
      // Before the page is left: of what is no page the browser looks for an icon beside the hub.
      assert.deepEqual([...me.complaints, ...failed], []);
      await described.click();
      await me.page.waitForURL(`${url}/openapi.json`);
    });
  });
