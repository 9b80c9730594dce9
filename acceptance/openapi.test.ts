// Embedded engine only: it compares descriptions, whatever the store.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';

const hub = await startHub();

interface Operation {
  operationId?: string;
  summary?: string;
  responses?: Record<string, { links?: Record<string, Link> }>;
  parameters?: { name?: string; in?: string; $ref?: string }[];
}
interface Link {
  operationId: string;
  parameters: Record<string, string>;
}
interface Description {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { securitySchemes?: Record<string, unknown> };
}

const response = await hub.get<Description>('/openapi.json', { token: null });
const description = response.body;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** `GET /hub/spaces/{}`, whatever the parameters are called; a slash at the end is the same route. */
const routeName = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`;

const listed = Object.entries(description.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ method, path, operation: item[method]! })),
);

describe('/openapi.json', () => {
  test('is OpenAPI 3.1', () => {
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /json/);
    assert.match(description.openapi, /^3\.1\.\d+$/);
    assert.ok(description.info.title !== '' && description.info.version !== '');
  });

  for (const route of [
    'GET /hub',
    'GET /hub/spaces',
    'POST /hub/spaces',
    'GET /hub/spaces/{}',
    'PATCH /hub/spaces/{}',
    'DELETE /hub/spaces/{}',
    'GET /hub/spaces/{}/features',
    'PUT /hub/spaces/{}/features',
    'POST /hub/spaces/{}/features',
    'DELETE /hub/spaces/{}/features',
    'GET /hub/spaces/{}/features/{}',
    'PUT /hub/spaces/{}/features/{}',
    'PATCH /hub/spaces/{}/features/{}',
    'DELETE /hub/spaces/{}/features/{}',
    'GET /hub/spaces/{}/search',
    'GET /hub/spaces/{}/iterate',
    'GET /hub/spaces/{}/export',
    'GET /hub/spaces/{}/statistics',
    'GET /hub/spaces/{}/count',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /openapi.json',
    'GET /docs',
  ]) {
    test(`lists ${route}`, () => {
      assert.ok(listed.some(({ method, path }) => routeName(method, path) === route));
    });
  }

  test('lists PUT features/ beside PUT features', () => {
    const paths = Object.keys(description.paths).map((path) => path.replace(/\{[^}]*\}/g, '{}'));
    assert.ok(paths.includes('/hub/spaces/{}/features/'));
  });

  for (const { method, path, operation } of listed) {
    test(`${method.toUpperCase()} ${path} is served, and described`, async () => {
      const served = await hub.request<{ type?: string }>(
        method.toUpperCase(),
        path.replace(/\{[^}]*\}/g, 'x'),
        { token: null },
      );
      assert.notEqual(served.status, 405);
      assert.ok(!(served.status === 404 && served.body?.type === 'error'), 'no such route');
      assert.ok(served.status < 500, served.text);
      assert.ok(operation.operationId, 'operationId');
      assert.ok(operation.summary, 'summary');
      assert.ok(Object.keys(operation.responses ?? {}).length > 0, 'responses');
      const inPath = (operation.parameters ?? []).filter(
        (parameter) => parameter.in === 'path' || parameter.$ref,
      ).length;
      assert.ok(inPath >= (path.match(/\{/g)?.length ?? 0), 'path parameters');
    });
  }

  test('names each operation once', () => {
    const names = listed.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, names.length);
  });

  test('lists the parameters of a call', () => {
    const parameters = (route: string) =>
      listed
        .find(({ method, path }) => routeName(method, path) === route)
        ?.operation.parameters?.map((one) => one.name ?? one.$ref ?? '') ?? [];
    const CALLS: [string, string[]][] = [
      ['GET /hub/spaces', ['owner', 'includeRights', 'tag', 'contentUpdatedAt', 'limit', 'handle']],
      ['GET /hub/spaces/{}/search', ['tags', 'limit', 'selection', 'skipCache', 'force2D', 'clientId']],
      ['GET /hub/spaces/{}/iterate', ['limit', 'handle', 'force2D', 'sort', 'part', 'tags', 'selection']],
      [
        'POST /hub/spaces/{}/features',
        ['addTags', 'removeTags', 'e', 'ne', 'cr', 'transactional', 'prefixId'],
      ],
      ['DELETE /hub/spaces/{}/features', ['id', 'tags']],
    ];
    for (const [route, expected] of CALLS) {
      const names = parameters(route);
      for (const name of expected)
        assert.ok(
          names.some((found) => found === name || found.endsWith(`/${name}`)),
          `${route}: ${name}`,
        );
    }
  });

  test('links lead from what was made to the calls that go on with it', async () => {
    const operationOf = (id: string) => listed.find(({ operation }) => operation.operationId === id)!;
    /** Calls an operation, then every GET that its response links to with all it needs there. */
    const follow = async (id: string, pathValues: Record<string, string>, body?: object, query = '') => {
      const { method, path, operation } = operationOf(id);
      const filled = path.replace(/\{([^}]*)\}/g, (_, name) => pathValues[name]!);
      const made = await hub.request<object>(method.toUpperCase(), filled + query, body ? { body } : {});
      assert.equal(made.status, 200, made.text);
      const valueAt = (expression: string): string => {
        const [source, pointer] = expression.split('#/');
        if (source !== '$response.body') return pathValues[expression.replace('$request.path.', '')]!;
        return String(
          pointer!.split('/').reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], made.body),
        );
      };
      const followed: string[] = [];
      for (const link of Object.values(operation.responses!['200']!.links!)) {
        const next = operationOf(link.operationId);
        if (next.method !== 'get') continue;
        const values = Object.entries(link.parameters).map(([name, from]) => [name, valueAt(from)] as const);
        const inPath = next.path.replace(/\{([^}]*)\}/g, (_, name) => Object.fromEntries(values)[name]!);
        const inQuery = values.filter(([name]) => !next.path.includes(`{${name}}`));
        const response = await hub.get(`${inPath}?${new URLSearchParams(inQuery.map((one) => [...one]))}`);
        assert.equal(response.status, 200, `${link.operationId}: ${response.text}`);
        followed.push(link.operationId);
      }
      return followed;
    };
    const feature = (id: string) => ({ type: 'Feature', id, geometry: null, properties: {} });
    const collection = { type: 'FeatureCollection', features: [feature('a'), feature('b')] };
    const inSpace = { space_id: 'linked' };
    assert.deepEqual(await follow('createSpace', {}, { id: 'linked', title: 'Linked' }), [
      'getSpace',
      'iterateFeatures',
      'getStatistics',
    ]);
    assert.deepEqual(await follow('putFeatures', inSpace, collection), ['getFeature']);
    assert.deepEqual(await follow('putNewFeature', inSpace, feature('c')), ['getFeature']);
    assert.deepEqual(await follow('iterateFeatures', inSpace, undefined, '?limit=1'), ['iterateFeatures']);
    assert.deepEqual(await follow('createProject', {}, { title: 'Linked' }), ['getProject']);
  });

  test('says how to sign in', () => {
    assert.ok(Object.keys(description.components?.securitySchemes ?? {}).length > 0);
  });
});

describe('/docs', async () => {
  const page = await hub.get('/docs', { token: null });
  // An <a href> to elsewhere is only followed by hand; everything else would be loaded.
  const loaded = page.text.replace(/<a\s[^>]*>/gi, '');

  test('is a page', () => {
    assert.equal(page.status, 200);
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    assert.match(page.text, /<title>/i);
  });

  test('loads nothing from elsewhere', () => {
    const references = [
      ...loaded.matchAll(
        /(?:src|href|srcset|action|data)\s*=\s*["']?([^"'\s>]+)|url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/gi,
      ),
    ];
    for (const [text] of references) assert.doesNotMatch(text, /(?:https?:)?\/\//i);
  });

  test('loads what it needs from here', async () => {
    const references = [
      ...loaded.matchAll(/<(?:script|link|img)\s[^>]*(?:src|href)\s*=\s*["']([^"'#]+)["']/gi),
    ];
    for (const [, reference] of references) {
      if (reference!.startsWith('data:')) continue;
      const { pathname, search } = new URL(reference!, `${hub.url}/docs`);
      const loadedPart = await hub.get(pathname + search, { token: null });
      assert.equal(loadedPart.status, 200, pathname);
      assert.doesNotMatch(loadedPart.text, /https?:\/\/(?!www\.w3\.org)[^\s"']*\.(?:js|css|woff2?)\b/i);
    }
  });

  test('shows every route, itself or by the description that it loads', () => {
    const shown = page.text.includes('/hub/spaces') || loaded.includes('openapi.json');
    assert.ok(shown);
  });
});
