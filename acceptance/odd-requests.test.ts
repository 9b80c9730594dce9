import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { collection, type FeatureCollection, feature, idsOf, tagged } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { ADMIN, ADMIN_SETTINGS, signedIn } from './harness/people.ts';
import { newSpace } from './harness/space.ts';

/** Requests as published clients really send them: each must do what it means. */
const hub = await startHub({ settings: ADMIN_SETTINGS });
const space = await newSpace(hub);
await space.load(feature('a', { n: 1 }), feature('b', { n: 20 }), tagged('c', 'x'));

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('an odd read is understood', () => {
  const cases: [what: string, path: string, headers: OutgoingHttpHeaders, ids: string[]][] = [
    ['an empty parameter between &&', `${space.path}/search?limit=5&&p.n=1`, {}, ['a']],
    ['Python booleans', `${space.path}/search?skipCache=False&force2D=True&p.n=1`, {}, ['a']],
    ['an encoded operator', `${space.path}/search?p.n%3Dgte=10`, {}, ['b']],
    ['an operator as it is', `${space.path}/search?p.n%3E%3D10`, {}, ['b']],
    ['an encoded not-equal', `${space.path}/search?p.n%21=1`, {}, ['b']],
    ['an encoded list', `${space.path}/features?id=b%2Ca`, {}, ['b', 'a']],
    ['a repeated list', `${space.path}/features?id=b&id=a`, {}, ['b', 'a']],
    [
      'a content type without a body',
      `${space.path}/search?p.n=1`,
      { 'content-type': 'application/geo+json' },
      ['a'],
    ],
    ['an empty content type', `${space.path}/search?p.n=1`, { 'content-type': '' }, ['a']],
    ['a trailing slash', `${space.path}/features/?id=a`, {}, ['a']],
    ['doubled slashes', `//hub//spaces//${space.id}//search?p.n=1`, {}, ['a']],
    ['a filter behind the id of a tile', `${space.path}/tile/quadkeys/120&p.n=1`, {}, ['a', 'b', 'c']],
    [
      'a User-Agent beyond ASCII',
      `${space.path}/search?p.n=1`,
      { 'user-agent': Buffer.from('Größe/1.0 東京').toString('latin1') },
      ['a'],
    ],
    [
      'cookies of other sites',
      `${space.path}/search?p.n=1`,
      { cookie: 'a=1;b=2;;here_auth=;=x; a=3' },
      ['a'],
    ],
    ['an unknown client', `${space.path}/search?p.n=1&clientId=dh-cli%2F9`, {}, ['a']],
  ];
  for (const [what, path, headers, ids] of cases)
    test(what, async () => {
      const response = await hub.get<FeatureCollection>(path, { headers });
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(idsOf(response.body), ids);
    });

  for (const path of [
    '/hub/spaces//hub/spaces',
    '/hub/spaces/',
    '/hub/spaces//project-api/projects',
    '/hub/spaces?include_rights=True',
  ])
    test(`GET ${path}`, async () => assert.equal((await hub.get(path)).status, 200));

  const credentials: [what: string, path: string, headers: OutgoingHttpHeaders][] = [
    ['in the query', `${space.path}/search?access_token=${hub.token}`, {}],
    ['as a Basic password', `${space.path}/search`, { authorization: basic(`anyone:${hub.token}`) }],
    ['as a Basic password without a name', `${space.path}/search`, { authorization: basic(`:${hub.token}`) }],
    ['with another case of the scheme', `${space.path}/search`, { authorization: `bearer ${hub.token}` }],
  ];
  for (const [what, path, headers] of credentials)
    test(`a token ${what}`, async () =>
      assert.equal((await hub.get(path, { token: null, headers })).status, 200));
});

describe('an odd write is understood', () => {
  const bodies: [what: string, body: unknown, headers: OutgoingHttpHeaders][] = [
    ['GeoJSON', collection(feature('w')), { 'content-type': 'application/geo+json' }],
    [
      'GeoJSON with a charset',
      collection(feature('w')),
      { 'content-type': 'application/geo+json; charset=UTF-8' },
    ],
    ['JSON without a content type', collection(feature('w')), { 'content-type': undefined }],
    ['JSON with an empty content type', collection(feature('w')), { 'content-type': '' }],
    [
      'gzip',
      gzipSync(JSON.stringify(collection(feature('w')))),
      { 'content-type': 'application/geo+json', 'content-encoding': 'gzip' },
    ],
    [
      'a byte order mark',
      `\ufeff${JSON.stringify(collection(feature('w')))}`,
      { 'content-type': 'application/json' },
    ],
    ['a number for an id', collection({ type: 'Feature', id: 77 }), { 'content-type': 'application/json' }],
  ];
  for (const [what, body, headers] of bodies)
    test(what, async () => {
      const response = await hub.put<FeatureCollection>(space.features, body, { headers });
      assert.equal(response.status, 200, response.text);
      await hub.delete(`${space.features}?id=w,77`);
    });

  for (const body of ['null', '""', '', '{}'])
    for (const type of ['application/json', 'application/geo+json', undefined])
      test(`DELETE with the body ${JSON.stringify(body)} as ${type}`, async () => {
        await space.load(feature('gone'));
        const response = await hub.request('DELETE', `${space.features}/gone`, {
          body,
          headers: { 'content-type': type, 'content-length': body.length },
        });
        assert.equal(response.status, 204, response.text);
      });
});

describe('odd cookies are understood', async () => {
  const { cookie } = await signedIn(hub, ADMIN);
  const pairs = cookie.split('; ');
  const cases: [what: string, cookie: string | string[]][] = [
    ['joined by a semicolon alone', pairs.join(';')],
    ['each sent twice', [...pairs, ...pairs].join('; ')],
    ['among others', ['other=1', ...pairs, 'more="quoted value"', 'bare'].join('; ')],
  ];
  for (const [what, sent] of cases)
    test(what, async () => {
      const response = await hub.get('/token-api/tokens', { token: null, headers: { cookie: sent } });
      assert.equal(response.status, 200, response.text);
    });
});
