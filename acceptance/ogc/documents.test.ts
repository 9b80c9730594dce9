import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { Validator } from '@cfworker/json-schema';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { EXCEPTION, STANDARD } from './standard.ts';
import type { Items, Link } from './support.ts';

type Schema = { [keyword: string]: unknown };
type Parameter = {
  name: string;
  in: string;
  required: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
};
type Content = Record<string, { schema: Schema }>;
type Api = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<
    string,
    {
      get?: { operationId: string; parameters: Parameter[]; responses: Record<string, { content: Content }> };
    }
  >;
  components: Schema;
};

const hub = await startHub();
const space = await newSpace(hub, {
  title: 'Cities',
  temporal: 'visited',
  copyright: [{ label: 'Somebody' }],
});
const ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 0],
];
await space.load(
  feature('point', { name: 'A', n: 1, o: { p: true }, list: [1], visited: '2024-01-01' }),
  feature('area', { name: 'B' }, { geometry: { type: 'Polygon', coordinates: [ring] } }),
  {
    type: 'Feature',
    id: 'mixed',
    properties: { name: null },
    geometry: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2, 3] },
        { type: 'LineString', coordinates: ring },
      ],
    },
  },
  { type: 'Feature', id: 'nowhere', geometry: null, properties: {} },
);
const SHAPES = {
  Point: { type: 'Point', coordinates: [1, 2] },
  MultiPoint: { type: 'MultiPoint', coordinates: [[1, 2]] },
  MultiLineString: { type: 'MultiLineString', coordinates: [ring] },
  Polygon: { type: 'Polygon', coordinates: [ring] },
  MultiPolygon: { type: 'MultiPolygon', coordinates: [[ring]] },
} as const;
await newSpace(hub, { title: 'Empty' });
const collection = `/ogc/collections/${space.id}`;
const { body: api } = await hub.get<Api>('/ogc/api');

/** Every document that links lead to, from the landing page on, and what a link says it is. */
async function* linked() {
  const seen = new Set<string>();
  const waiting: Link[] = [{ rel: 'self', href: `${hub.url}/ogc`, type: 'application/json' }];
  for (let link = waiting.pop(); link; link = waiting.pop()) {
    if (seen.has(link.href) || link.href.includes('{')) continue;
    seen.add(link.href);
    const { pathname, search, origin } = new URL(link.href);
    assert.equal(origin, hub.url, link.href);
    const path = pathname + search;
    const response = await hub.get(path);
    assert.equal(response.status, 200, `${path}: ${response.text.slice(0, 300)}`);
    const type = response.headers['content-type']!.split(';')[0]!;
    const document: unknown = type.includes('json') ? JSON.parse(response.text) : undefined;
    const links = [
      ...linksIn(document),
      ...alternates(response.headers.link?.toString(), /<([^>]+)>; rel="(alternate)"; type="([^"]+)"/),
      ...alternates(response.text, /<link rel="(alternate)" href="([^"]+)" type="([^"]+)">/),
    ];
    waiting.push(...links);
    yield { path, linkType: link.type, type, document, links };
  }
}

/** What the header, or the head of a page, says of the other form. */
function alternates(text: string | undefined, pattern: RegExp): Link[] {
  const [, ...found] = pattern.exec(text ?? '') ?? [];
  if (found.length === 0) return [];
  const [href, type] = found.filter((part) => part !== 'alternate') as [string, string];
  return [{ rel: 'alternate', href: href.replaceAll('&amp;', '&'), type }];
}

function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'links' && Array.isArray(inner) ? (inner as Link[]) : linksIn(inner),
  );
}

function assertValid(value: unknown, schema: Schema, what: string): void {
  const { valid, errors } = new Validator(schema, '7', false).validate(value);
  assert.ok(valid, `${what}\n${JSON.stringify(errors.slice(-3), undefined, 1)}`);
}

/** A schema of OpenAPI 3.0 as JSON Schema has it. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, asJsonSchema(inner)]),
  );
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
}
const components = asJsonSchema(api.components);

/** What the OpenAPI document says of a response. */
function documented(path: string, type: string): Schema {
  const found = Object.keys(api.paths)
    .filter((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path || '/'))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
  assert.ok(found, `${path} is not described`);
  const schema = api.paths[found]!.get!.responses['200']!.content[type]?.schema;
  assert.ok(schema, `${type} of ${found} is not described`);
  return { ...(asJsonSchema(schema) as Schema), components };
}

test('every link leads to what it says, as the standards and the OpenAPI document have it', async () => {
  const visited = new Set<string>();
  for await (const { path, linkType, type, document } of linked()) {
    assert.equal(type, linkType?.split(';')[0], path);
    if (document === undefined) continue;
    const below = path.replace(/\?.*/, '').slice('/ogc'.length);
    const asked = path.endsWith('?f=tilejson') ? `${below}?f=tilejson` : below;
    const [pattern, schema] = STANDARD.find(([known]) => known.test(asked)) ?? [];
    if (schema) assertValid(document, schema, path);
    if (below !== '/api') assertValid(document, documented(below, type), `${path} by OpenAPI`);
    if (pattern) visited.add(pattern.source);
  }
  const missed = STANDARD.map(([{ source }]) => source).filter((source) => !visited.has(source));
  // Lists of features have no links to the single ones.
  assert.deepEqual(missed, ['\\/items\\/[^/]+$']);
});

/** What is for programs only, by its type or address. */
const WITHOUT_PAGE = /^application\/vnd\.mapbox-vector-tile|\?f=tilejson$/;

test('every document is a page, too, and each form says where the other is', async () => {
  const pages = new Set<string>();
  for await (const { path, type, document, links } of linked()) {
    if (WITHOUT_PAGE.test(type) || WITHOUT_PAGE.test(path)) continue;
    const other = document === undefined ? /json/ : /^text\/html$/;
    assert.ok(
      links.some((link) => link.rel === 'alternate' && other.test(link.type ?? '')),
      `${path} (${type}) has no link to its other form`,
    );
    if (document === undefined) pages.add(path.replace(/\?.*/, ''));
  }
  const described = Object.entries(api.paths)
    .filter(([path, { get }]) => get?.responses['200']?.content['text/html'] && !path.includes('/items/'))
    .map(([path]) => path);
  for (const path of described) {
    const pattern = new RegExp(`^/ogc${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    assert.ok(
      [...pages].some((page) => pattern.test(page)),
      `no link leads to the page of ${path}`,
    );
  }
  const left = Object.entries(api.paths)
    .filter(([, { get }]) => get && !get.responses['200']?.content['text/html'])
    .map(([path]) => path);
  assert.deepEqual(left, [
    '/collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}',
  ]);
});

test('every class that is declared is in the documentation, and no other', async () => {
  const { body } = await hub.get<{ conformsTo: string[] }>('/ogc/conformance');
  const page = await readFile(new URL('../../docs/developing/ogc-conformance.md', import.meta.url), 'utf8');
  const documented = page.matchAll(/`([a-z0-9-]+\/1\.0\/conf\/[a-z0-9-]+)`(?=[,| ])/g);
  const named = new Set(Array.from(documented, ([, name]) => `http://www.opengis.net/spec/${name}`));
  assert.deepEqual([...named].sort(), body.conformsTo.toSorted());
});

type Described = { $id: string; properties: Record<string, Schema> };

describe('a schema', () => {
  const at = (below: string) =>
    hub.get<Described>(`${collection}/${below}?access_token=${hub.token}`, { token: null });

  test('has an id without a token, under which it is found', async () => {
    for (const below of ['schema', 'queryables', 'sortables']) {
      const { $id } = (await at(below)).body;
      assert.equal($id, `${hub.url}${collection}/${below}`);
      const found = await hub.get<Described>(`${collection}/${below}`, {
        headers: { accept: 'application/schema+json' },
      });
      assert.equal(found.headers['content-type'], 'application/schema+json');
      assert.equal(found.body.$id, $id);
    }
  });

  test('says of texts which are times, and which is the time of the features', async () => {
    for (const below of ['schema', 'queryables', 'sortables'])
      assert.partialDeepStrictEqual((await at(below)).body.properties, {
        id: { type: 'string', 'x-ogc-role': 'id' },
        visited: { type: 'string', format: 'date', 'x-ogc-role': 'primary-instant' },
        name: { title: 'name', type: 'string' },
      });
  });

  test('takes a property for a time only if every value is one, of one kind', async () => {
    const properties = [
      {
        at: '2024-01-01T10:00:00Z',
        from: '2024-01-01',
        to: '2024-01-01T00:00:00Z',
        mixed: '2024-01-01',
        n: 5,
      },
      {
        at: '2024-01-01T10:00:00.5+02:00',
        from: null,
        mixed: 'soon',
        local: '2024-01-01 10:00',
        o: { on: '2024-01-01' },
      },
    ];
    const mixed = await newSpace(hub, { temporal: { start: 'from', end: 'to' } });
    await mixed.load(...properties.map((each, i) => feature(`f${i}`, each)));
    const { body } = await hub.get<Described>(`/ogc/collections/${mixed.id}/schema`);
    const { title: _, ...rest } = body.properties.at!;
    assert.deepEqual(rest, { type: 'string', format: 'date-time' });
    // Start and end of an interval must be of one kind to have that role.
    assert.deepEqual(body.properties.from, { title: 'from', type: 'string', format: 'date' });
    for (const name of ['mixed', 'local', 'n']) assert.ok(!('format' in body.properties[name]!), name);
    assert.partialDeepStrictEqual(body.properties.o, { properties: { on: { format: 'date' } } });
  });

  test('names the kind of geometry, with its plural', async () => {
    for (const [types, format] of [
      [['Point'], 'geometry-point'],
      [['MultiPoint', 'Point'], 'geometry-point-or-multipoint'],
      [['MultiPolygon', 'Polygon'], 'geometry-polygon-or-multipolygon'],
      [['MultiLineString'], 'geometry-multilinestring'],
      [['Point', 'MultiPolygon'], 'geometry-any'],
    ] as const) {
      const kinds = await newSpace(hub);
      await kinds.load(...types.map((type) => feature(type, {}, { geometry: SHAPES[type] })));
      const { body } = await hub.get<Described>(`/ogc/collections/${kinds.id}/schema`);
      assert.equal(body.properties.geometry!.format, format);
    }
  });
});

test('single features of every kind are as the standard has them', async () => {
  const schema = STANDARD.find(([pattern]) => pattern.test('/collections/a/items/b'))![1];
  for (const id of ['point', 'area', 'mixed', 'nowhere']) {
    const { body, headers } = await hub.get(`${collection}/items/${id}`);
    assertValid(body, schema, id);
    assert.equal(headers['content-crs'], '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>');
  }
});

describe('the OpenAPI document', () => {
  const parameter = (name: string) =>
    api.paths['/collections/{collectionId}/items']!.get!.parameters.find((known) => known.name === name)!;

  test('is OpenAPI 3.0 and says where the API is', () => {
    assert.match(api.openapi, /^3\.0\.\d$/);
    assert.equal(api.servers[0]!.url, `${hub.url}/ogc`);
  });

  test('names the operations of tiles as the standard prescribes', () => {
    const ids = Object.values(api.paths).map(({ get }) => get?.operationId);
    for (const suffix of [
      ...['getTileMatrixSetsList', 'getTileMatrixSet', 'collection.vector.getTileSetsList'],
      ...['collection.vector.getTileSet', 'collection.vector.getTile'],
    ])
      assert.ok(
        ids.some((id) => id?.endsWith(`.${suffix}`)),
        suffix,
      );
  });

  for (const [name, schema] of [
    ['limit', { type: 'integer', minimum: 1 }],
    ['bbox', { type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' } }],
    ['datetime', { type: 'string' }],
    ['crs', { type: 'string', format: 'uri' }],
    ['bbox-crs', { type: 'string', format: 'uri' }],
  ] as const)
    test(`defines ${name} as the standard does`, () =>
      assert.partialDeepStrictEqual(parameter(name), {
        in: 'query',
        required: false,
        style: 'form',
        explode: false,
        schema,
      }));
});

describe('numbers of a page', () => {
  for (const query of [
    '',
    'limit=1',
    'limit=3',
    'limit=10001',
    'bbox=0,0,1,1',
    'name=A',
    'datetime=2024-01-01/..',
  ])
    test(`fit together: ${query || 'no query'}`, async () => {
      const before = Date.now();
      const { body } = await hub.get<Items>(`${collection}/items?${query}`);
      assert.equal(body.numberReturned, body.features.length);
      assert.ok((body.numberMatched ?? Infinity) >= body.numberReturned);
      const time = Date.parse(body.timeStamp);
      assert.ok(time >= before - 1000 && time <= Date.now());
    });
});

test('HEAD has the status and the headers of GET, and no body', async () => {
  for (const path of [
    ...[
      '/ogc',
      '/ogc/conformance',
      '/ogc/collections',
      '/ogc/tileMatrixSets/WebMercatorQuad',
      '/ogc/unknown',
    ],
    ...[
      '',
      '/items?limit=2',
      '/items/point',
      '/queryables',
      '/schema',
      '/tiles',
      '/tiles/WebMercatorQuad/0/0/0',
    ].map((below) => collection + below),
  ]) {
    const [get, head] = [await hub.get(path), await hub.request('HEAD', path)];
    assert.equal(head.text, '', path);
    assert.equal(head.status, get.status, path);
    for (const name of ['content-type', 'content-crs', 'etag', 'vary'])
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
  }
});

const REFUSED: [path: string, status: number][] = [
  ['/ogc/collections?unknown=1', 400],
  [`${collection}?unknown=1`, 400],
  ['/ogc/conformance?unknown=1', 400],
  ['/ogc?unknown=1', 400],
  [`${collection}/items?crs=http://www.opengis.net/def/crs/0.0/unknown`, 400],
  [`${collection}/items?bbox=0,0,1,1&bbox-crs=http://www.opengis.net/def/crs/0.0/unknown`, 400],
  [`${collection}/items/point?crs=http://www.opengis.net/def/crs/0.0/unknown`, 400],
  [`${collection}/items?bbox=0,0,0,1,1`, 400],
  [`${collection}/items?limit=-1`, 400],
  [`${collection}/items?datetime=2024-13-01`, 400],
  ['/ogc/collections/unknown', 404],
  ['/ogc/collections/unknown/items', 404],
  [`${collection}/items/unknown`, 404],
  [`${collection}/tiles/unknown`, 404],
  [`${collection}/tiles/WebMercatorQuad/99/0/0`, 404],
  ['/ogc/tileMatrixSets/unknown', 404],
  ['/ogc/styles/unknown', 404],
  ['/ogc/unknown', 404],
];
for (const [path, status] of REFUSED)
  test(`${path.replace(space.id, 'cities')} is ${status}, as an exception`, async () => {
    const response = await hub.get(path);
    assert.equal(response.status, status, response.text);
    assertValid(response.body, EXCEPTION, path);
  });
