// Embedded engine only: it compares answers with their descriptions, whatever the store.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, openSignInPage, signIn } from './harness/account.ts';
import { feature } from './harness/geojson.ts';
import { guessUntilHeld } from './harness/guessing.ts';
import { startHub } from './harness/hub.ts';
import type { HubResponse } from './harness/request.ts';
import { newSpaceId } from './harness/space.ts';

const hub = await startHub({
  settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD, MERIDIAN_TRUST_PROXY: '1' },
});
const admin = await signIn(hub);
const space = newSpaceId();
assert.equal((await hub.post('/hub/spaces', { id: space, title: 'x' })).status, 200);
assert.equal((await hub.put(`/hub/spaces/${space}/features/one`, feature('one'))).status, 200);

interface Media {
  content?: Record<string, { schema: object }>;
}
interface Description {
  paths: Record<
    string,
    Record<string, { responses: Record<string, Media>; requestBody?: Required<Media> } | undefined>
  >;
  components: { schemas: Record<string, { required?: string[] }> };
}
const { paths, components } = (await hub.get<Description>('/openapi.json', { token: null })).body;

function assertDocumented(route: string, response: HubResponse<unknown>, status: number): void {
  const [method, path] = route.split(' ') as [string, string];
  assert.equal(response.status, status, response.text);
  assert.ok(paths[path]?.[method.toLowerCase()]?.responses[status], `${status} of ${route} is documented`);
}

describe('the description of the interface has', () => {
  test('a malformed path', async () => {
    const response = await hub.get('/project-api/projects/%ff');
    assertDocumented('GET /project-api/projects/{project_id}', response, 400);
  });

  test('a feature that the client has already', async () => {
    const path = `/hub/spaces/${space}/features/one`;
    const { headers } = await hub.get(path);
    const response = await hub.get(path, { headers: { 'if-none-match': headers.etag! } });
    assertDocumented('GET /hub/spaces/{space_id}/features/{feature_id}', response, 304);
  });

  test('a project that the client has already', async () => {
    const { body } = await hub.post<{ id: string }>('/project-api/projects', {});
    const path = `/project-api/projects/${body.id}`;
    const { headers } = await hub.get(path);
    const response = await hub.get(path, { headers: { 'if-none-match': headers.etag! } });
    assertDocumented('GET /project-api/projects/{project_id}', response, 304);
  });

  test('a registration that the operator does not allow', async () => {
    const { csrf, cookies } = await openSignInPage(hub);
    const ask = { token: null, headers: { 'x-csrf-token': csrf, cookie: cookies } };
    const response = await hub.post('/api/account/register', { email: 'x@y', password: 'long enough' }, ask);
    assertDocumented('POST /api/account/register', response, 403);
  });

  test('the end of the last administrator', async () => {
    const response = await admin.request('PATCH', '/account-api/accounts/me', { body: { admin: false } });
    assertDocumented('PATCH /account-api/accounts/{aid}', response, 409);
  });

  test('passwords that are guessed, wrong and too often', async () => {
    const signing = paths['/api/account/sign-in-with-password']!.post!.responses;
    await guessUntilHeld(hub, 'nobody@example.org', () => '192.0.2.20');
    assert.ok('401' in signing && '429' in signing);
    const headers = { 'x-forwarded-for': '192.0.2.30' };
    const body = { password: 'wrong', newPassword: 'another password' };
    const change = async () =>
      admin.request('POST', '/api/account/change-password', {
        body,
        headers: { ...headers, cookie: admin.cookies },
      });
    assertDocumented('POST /api/account/change-password', await change(), 401);
    let last = await change();
    for (let n = 0; n < 40 && last.status === 401; n++) last = await change();
    assertDocumented('POST /api/account/change-password', last, 429);
  });

  test('what a new space must have', async () => {
    assert.equal((await hub.post('/hub/spaces', {})).status, 400);
    const { schema } = paths['/hub/spaces']!.post!.requestBody!.content['application/json']!;
    assert.deepEqual(schema, { $ref: '#/components/schemas/NewSpace' });
    assert.deepEqual(components.schemas.NewSpace?.required, ['title']);
  });

  test('the single Feature that writes of many take, with its type', async () => {
    const target = `/hub/spaces/${space}/features`;
    assert.equal((await hub.put(target, feature('two'))).status, 200);
    assert.equal((await hub.put(target, { properties: {} })).status, 400);
    const { schema } =
      paths['/hub/spaces/{space_id}/features']!.put!.requestBody!.content['application/json']!;
    assert.deepEqual(schema, { $ref: '#/components/schemas/FeaturesInput' });
    assert.deepEqual(components.schemas.SingleFeatureInput?.required, ['type']);
  });

  test('GeoJSON as GeoJSON, also of an export, and itself as an object', () => {
    const contentOf = (path: string) => paths[path]!.get!.responses['200']!.content!;
    assert.deepEqual(contentOf('/hub/spaces/{space_id}/export')['application/geo+json']!.schema, {
      $ref: '#/components/schemas/FeatureCollection',
    });
    const own = contentOf('/openapi.json')['application/json']!.schema;
    assert.deepEqual(own, { type: 'object', additionalProperties: true });
  });
});
