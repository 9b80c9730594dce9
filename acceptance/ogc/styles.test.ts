import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from '../harness/people.ts';
import { newSpace } from '../harness/space.ts';
import { assertException, type Link, linkTo, pathOf } from './support.ts';

const hub = await startHub({ settings: { ...ADMIN_SETTINGS, MERIDIAN_ANONYMOUS: 'on' } });
const cities = await newSpace(hub, { title: 'Cities', public: true });
const roads = await newSpace(hub, { title: 'Roads' });
const at = (id: string, x: number, y: number, properties: object) =>
  feature(id, properties, { geometry: { type: 'Point', coordinates: [x, y] } });
await cities.load(at('berlin', 13.4, 52.5, { size: 3.7, kind: 'a' }), at('bonn', 7.1, 50.7, { size: 0.3 }));
await roads.load(at('a1', 8, 50, {}));
const style = (view: string) => ({
  view,
  shading: 'graduated',
  property: 'size',
  color: '#112233',
  classes: [
    { from: 0, color: '#aabbcc' },
    { from: 1, color: '#ddeeff' },
  ],
  size: 4,
  opacity: 0.5,
});
await hub.put('/project-api/projects/tour', {
  title: 'Tour',
  layers: [
    { space: cities.id, style: style('features'), filter: { where: [['p.kind', '=', 'a']] } },
    { space: roads.id, isVisible: false, style: style('heat') },
  ],
  map_settings: { center: [10, 51], zoom: 6 },
  status: 'PUBLISHED',
});
await hub.put('/project-api/projects/cells', { layers: [{ space: cities.id, style: style('hexbin') }] });
await hub.put('/project-api/projects/sums', {
  layers: [
    {
      space: cities.id,
      style: { ...style('hexbin'), cellBy: { property: 'size', measure: 'sum', low: 0.3, high: 3.7 } },
    },
    { space: roads.id, style: { ...style('features'), sign: 'bus' } },
  ],
});

type List = { styles: { id: string; title: string; links: Link[] }[]; links: Link[] };
const read = async (path: string, token: string | null = hub.token) => {
  const response = await hub.get<StyleSpecification>(path, { token });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers['content-type'], 'application/vnd.mapbox.style+json');
  assert.deepEqual(validateStyleMin(response.body), []);
  return response;
};
/** The tiles of a source, of which the first is read. */
const tilesOf = async ({ sources }: StyleSpecification, name: string, token: string | null) => {
  const source = sources[name] as { url?: string; tiles?: string[] };
  const json =
    source.url && (await hub.get<{ tiles: string[] }>(pathOf({ href: source.url, rel: '' }), { token }));
  const template = (json ? json.body.tiles : source.tiles!)[0]!;
  const path = pathOf({
    href: template.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0'),
    rel: '',
  });
  const tile = await hub.get(path, { token });
  assert.equal(tile.status, 200, tile.text);
  return tile;
};

test('styles are found from the landing page and from collections, page by page', async () => {
  const rel = 'http://www.opengis.net/def/rel/ogc/1.0/styles';
  const landing = (await hub.get<{ links: Link[] }>('/ogc')).body;
  const ids: string[] = [];
  for (let path: string | undefined = `${pathOf(linkTo(landing.links, rel)!)}?limit=1`; path; ) {
    const { body } = await hub.get<List>(path);
    ids.push(...body.styles.map(({ id }) => id));
    const next = linkTo(body.links, 'next');
    path = next && pathOf(next);
  }
  assert.deepEqual(ids, [cities.id, roads.id, 'project:tour', 'project:cells', 'project:sums']);
  const collection = (await hub.get<{ links: Link[] }>(`/ogc/collections/${cities.id}`)).body;
  const own = await hub.get<List>(pathOf(linkTo(collection.links, rel)!));
  const { body } = await read(pathOf(linkTo(own.body.styles[0]!.links, 'stylesheet')!));
  assert.equal(body.name, 'Cities');
  assert.deepEqual(body, (await read(`/ogc/styles/${cities.id}`)).body);
  assertException(await hub.get('/ogc/styles?cursor=x'), 400, 'cursor', 'x');
  assertException(await hub.get('/ogc/styles?limit=0'), 400, 'limit');
});

describe('a style', () => {
  test('of a space shows all of it, where it is', async () => {
    const { body, headers } = await read(`/ogc/styles/${cities.id}`);
    assert.deepEqual(body.center, [10.25, 51.6]);
    assert.deepEqual(new Set(body.layers.map(({ type }) => type)), new Set(['fill', 'line', 'circle']));
    assert.ok((await tilesOf(body, cities.id, hub.token)).bytes.includes('berlin'));
    assert.ok(!JSON.stringify(body).includes('access_token'));
    assert.equal(headers['cache-control'], 'private, no-cache');
  });

  test('of a project has its layers, lowest first, its filters, colours and position', async () => {
    const { body } = await read('/ogc/styles/project:tour');
    assert.deepEqual([body.name, body.center, body.zoom], ['Tour', [10, 51], 6]);
    assert.deepEqual([body.layers[0]!.type, body.layers.at(-1)!.type], ['heatmap', 'circle']);
    assert.equal(body.layers[0]!.layout!.visibility, 'none');
    assert.match(JSON.stringify(body.layers.at(-1)!.paint), /"step",\["get","size"\],"#aabbcc",1,"#ddeeff"/);
    const { bytes } = await tilesOf(body, cities.id, hub.token);
    assert.ok(bytes.includes('berlin') && bytes.includes('size') && !bytes.includes('bonn'));
  });

  test('has the sums of hexagons, and the signs of points with where their pictures are', async () => {
    const { body } = await read('/ogc/styles/project:sums');
    const sign = body.layers.find(({ type }) => type === 'symbol')!;
    const [cells, numbers] = body.layers.slice(-2);
    assert.match(JSON.stringify(cells), /\["get","aggregation\.size\.sum"\]/);
    assert.equal(numbers!.type, 'symbol');
    assert.match(JSON.stringify(numbers!.layout), /\["get","aggregation\.size\.sum"\]/);
    assert.ok((await tilesOf(body, cities.id, hub.token)).bytes.includes('aggregation.size.sum'));
    assert.equal(body.sprite, `${hub.url}/ogc/sprites/signs`);
    const image = sign.layout && 'icon-image' in sign.layout ? String(sign.layout['icon-image']) : '';
    const index = await hub.get<Record<string, object>>('/ogc/sprites/signs@2x.json', { token: null });
    assert.ok(Object.hasOwn(index.body, image), image);
    const picture = await hub.get('/ogc/sprites/signs.png', { token: null });
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png']);
    assert.equal((await hub.get('/ogc/sprites/others.png', { token: null })).status, 404);
    assert.equal('sprite' in (await read('/ogc/styles/project:tour')).body, false);
  });

  test('of a collection is below it, too, and no other one is', async () => {
    const { body } = await read(`/ogc/collections/${cities.id}/styles/${cities.id}`);
    assert.ok(body.layers.every((layer) => 'source-layer' in layer && layer['source-layer'] === cities.id));
    const other = await hub.get(`/ogc/collections/${cities.id}/styles/${roads.id}`);
    assertException(other, 404, cities.id, roads.id);
    assertException(await hub.get(`/ogc/collections/${cities.id}/styles/project:tour`), 404, 'project:tour');
  });

  test('is a page for browsers, with a legend', async () => {
    for (const path of ['/ogc/styles/project:tour', `/ogc/collections/${cities.id}/styles/${cities.id}`]) {
      const { text, headers } = await hub.get(path, { headers: { accept: 'text/html' } });
      assert.match(headers['content-type']!, /^text\/html/);
      assert.match(headers.link!.toString(), /type="application\/vnd.mapbox.style\+json"/);
      assert.ok(text.includes(`${hub.url}${path.replace(':', '%3A')}`), 'the address for map libraries');
    }
    const { text } = await hub.get('/ogc/styles/project:tour?f=html');
    for (const part of [
      'Coloured by <code>size</code>',
      'below 1',
      '1 and more',
      '#aabbcc',
      'Heat map, hidden',
    ])
      assert.ok(text.includes(part), part);
    const cells = await hub.get('/ogc/styles/project:cells?f=html');
    assert.ok(cells.text.includes('Cells with counts'));
    assertException(await hub.get('/ogc/styles/project:tour?f=json'), 400, 'f');
  });

  test('can show cells with counts', async () => {
    const { body } = await read('/ogc/styles/project:cells');
    assert.ok((await tilesOf(body, cities.id, hub.token)).bytes.includes('aggregation.qty'));
  });

  test('says what it is about', async () => {
    const { body } = await hub.get('/ogc/styles/project:tour/metadata');
    assert.partialDeepStrictEqual(body, { id: 'project:tour', title: 'Tour' });
    assert.deepEqual(
      (body as { layers: { id: string }[] }).layers.map(({ id }) => id),
      [cities.id, roads.id],
    );
  });

  test('has the token in it only if that was in its address, and is stored nowhere then', async () => {
    const { body, headers } = await read(`/ogc/styles/project:tour?access_token=${hub.token}`, null);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.ok((await tilesOf(body, roads.id, null)).bytes.length > 0);
  });

  test('shows a caller only what they may read', async () => {
    const person = await newPerson(hub);
    const token = await person.token();
    assertException(await hub.get(`/ogc/styles/${roads.id}`, { token }), 403, roads.id);
    assertException(await hub.get('/ogc/styles/project:cells', { token }), 404);
    assertException(await hub.get('/ogc/styles/there-is-none', { token }), 404);
    const { body } = await read('/ogc/styles/project:tour', token);
    assert.deepEqual(Object.keys(body.sources), [cities.id]);
    const list = await hub.get<List>('/ogc/styles', { token });
    assert.deepEqual(
      list.body.styles.map(({ id }) => id),
      [cities.id, 'project:tour'],
    );
  });

  test('of what is public needs no token where the operator allows that', async () => {
    const { body } = await read(`/ogc/styles/${cities.id}`, null);
    assert.ok((await tilesOf(body, cities.id, null)).bytes.length > 0);
    assertException(await hub.get(`/ogc/styles/${roads.id}`, { token: null }), 401);
    assertException(await hub.get('/ogc/styles/project:tour', { token: null }), 401);
    const list = await hub.get<List>('/ogc/styles', { token: null });
    assert.deepEqual(
      list.body.styles.map(({ id }) => id),
      [cities.id],
    );
  });
});

test('a virtual space over one that is not public is in no list of those without a token', async () => {
  const storage = { id: 'virtualspace', params: { virtualspace: { group: [cities.id, roads.id] } } };
  await newSpace(hub, { public: true, storage });
  const { status, body } = await hub.get<{ collections: { id: string }[] }>('/ogc/collections', {
    token: null,
  });
  assert.equal(status, 200);
  assert.deepEqual(
    body.collections.map(({ id }) => id),
    [cities.id],
  );
});
