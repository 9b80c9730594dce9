import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { randomCases } from '../../testing/effort.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { anyRequest, type Described, describedIn, type Known } from './openapi-request.ts';

const REQUESTS = randomCases(1200);
const AT_ONCE = 6;
const DEADLINE_MS = 30_000;
const AREAS = /\/(bbox|tile\/.*|spatial)$/;

const hub = await startHub({
  settings: { MERIDIAN_LOG_LEVEL: 'error', MERIDIAN_QUERY_TIMEOUT_MS: `${DEADLINE_MS}` },
});
const random = new Random(seed);
let space: Space;
let operations: Described[];
before(async () => {
  space = await newSpace(hub);
  await space.load(
    ...Array.from({ length: 500 }, (_, i) => ({
      id: `f${i}`,
      geometry: anyGeometry(),
      properties: anyProperties(i),
    })),
  );
  operations = describedIn((await hub.get('/openapi.json')).body, (path) => AREAS.test(path));
  assert.ok(operations.length >= 6, `${operations.map(({ path }) => path)}`);
});

test(`${REQUESTS} requests made of what the documentation says get no 5xx, in time (seed ${seed})`, {
  timeout: 240_000,
}, async (t) => {
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let longest = { ms: 0, what: '' };
  const requests = Array.from({ length: REQUESTS }, oneRequest);
  const sender = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const { method, path, body, accept } = request;
      const started = performance.now();
      const { status, text } = await hub.request<unknown>(method, path, { body, headers: { accept } });
      const took = performance.now() - started;
      const what = `${method} ${path} ${JSON.stringify(body)}`;
      if (took > longest.ms) longest = { ms: took, what };
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500 || took > DEADLINE_MS)
        faults.push(`${status} after ${took.toFixed(0)} ms: ${text.slice(0, 200)} for ${what}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  t.diagnostic(JSON.stringify([...statuses].sort()));
  t.diagnostic(`the longest took ${longest.ms.toFixed(0)} ms: ${longest.what.slice(0, 500)}`);
  assert.deepEqual(faults, []);
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 10, 'a good part of them is answered');
  assert.ok((statuses.get(400) ?? 0) > REQUESTS / 10, 'and a good part is refused');
});

function oneRequest() {
  const operation = random.pick(operations);
  return {
    method: operation.method,
    path: anyRequest(random, operation, known()),
    body: operation.hasBody ? anyBody() : undefined,
    accept: random.pick(['*/*', 'application/json', 'application/vnd.mapbox-vector-tile']),
  };
}

/** Zooms and numbers that go together often enough. */
function known(): Known {
  const z = random.whole(0, random.pick([4, 16, 30]));
  const number = () => `${random.whole(0, 2 ** z - 1)}`;
  const ending = random.pick(['', '.mvt', '.mvtf', '.geojson', '.json']);
  const digits = Array.from({ length: Math.max(1, z) }, () => random.whole(0, 3)).join('');
  return {
    space_id: [space.id],
    z: [`${z}`],
    x: [number()],
    y: [`${number()}${ending}`],
    tile_id: [`${z}_${number()}_${number()}${ending}`, `${digits}${ending}`],
    refSpaceId: [space.id, space.id, 'none'],
    refFeatureId: [`f${random.whole(0, 499)}`, 'none'],
    h3Index: ['8009fffffffffff', '871f1d489ffffff', '8001fffffffffff', '0'],
    radius: [`${Math.round(10 ** (random.next() * 8))}`],
    selection: ['p.n', 'a.b', '*', 'geometry'],
  };
}

function anyProperties(i: number): object {
  return { n: i, a: { b: i % 7 }, ...(i % 5 === 0 ? { x: 'text' } : { x: i }) };
}

function anyBody(): unknown {
  if (random.next() < 0.1)
    return random.pick([{}, [], '{', null, { type: 'Feature' }, { type: 'Point', coordinates: [1e9, 0] }]);
  const geometry = anyGeometry();
  return random.next() < 0.3 ? { type: 'Feature', geometry, properties: {} } : geometry;
}

/** Anything GeoJSON allows, self-crossing and degenerate shapes among it. */
function anyGeometry(depth = 0): object {
  const size = 10 ** (random.next() * 5 - 3);
  const [x, y] = [random.next() * 360 - 180, random.next() * 180 - 90];
  const grid = random.next() < 0.3;
  const position = () => {
    const at = [x + (random.next() - 0.5) * size, y + (random.next() - 0.5) * size].map((value, i) => {
      const limited = Math.max(-(i ? 90 : 180), Math.min(i ? 90 : 180, value));
      return grid ? Math.round(limited) : limited;
    });
    return random.next() < 0.1 ? [...at, 5] : at;
  };
  const line = () => Array.from({ length: random.whole(2, 6) }, position);
  const ring = () => {
    const open = Array.from({ length: random.whole(3, 8) }, position);
    return [...open, open[0]];
  };
  const list = <T>(make: () => T) => Array.from({ length: random.whole(0, 3) }, make);
  const polygon = () => [ring(), ...list(ring).slice(1)];
  switch (random.whole(0, depth > 1 ? 5 : 6)) {
    case 0:
      return { type: 'Point', coordinates: position() };
    case 1:
      return { type: 'MultiPoint', coordinates: list(position) };
    case 2:
      return { type: 'LineString', coordinates: line() };
    case 3:
      return { type: 'MultiLineString', coordinates: list(line) };
    case 4:
      return { type: 'Polygon', coordinates: polygon() };
    case 5:
      return { type: 'MultiPolygon', coordinates: list(polygon) };
    default:
      return { type: 'GeometryCollection', geometries: list(() => anyGeometry(depth + 1)) };
  }
}
