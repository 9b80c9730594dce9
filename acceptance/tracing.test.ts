import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ReceivedSpan, SERVER, startCollector } from './harness/collector.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { readMetrics } from './harness/metrics.ts';
import type { Ask } from './harness/request.ts';
import { newSpace } from './harness/space.ts';

const collector = await startCollector();
const hub = await startHub({
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
    OTEL_SERVICE_NAME: 'maps',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    MERIDIAN_MAX_CONCURRENT_READS: '1',
  },
});
const space = await newSpace(hub);
await space.load(feature('a'), feature('b'));

const CALLER = 'b7ad6b7169203331';

/** A request of a caller that traces; with the spans that the collector got of it. */
async function traced(method: string, path: string, ask: Ask = {}) {
  const traceId = randomBytes(16).toString('hex');
  const headers = { ...ask.headers, traceparent: `00-${traceId}-${CALLER}-01` };
  const response = await hub.request(method, path, { ...ask, headers });
  const spans = await collector.trace(traceId);
  const server = spans.find(({ kind }) => kind === SERVER)!;
  return { response, server, children: spans.filter((span) => span !== server) };
}

/** Lines of the log are written a moment after what they are about. */
async function logged(text: string): Promise<void> {
  while (!hub.logs().includes(text)) await pause(20);
}

const names = (spans: ReceivedSpan[]) => new Set(spans.map(({ name }) => name));

describe('a traced request', () => {
  test('is one server span by the conventions for HTTP, below that of its caller', async () => {
    const { server } = await traced('GET', `${space.path}/search?limit=1`);
    assert.equal(server.parentSpanId, CALLER);
    assert.equal(server.name, 'GET /hub/spaces/{space_id}/search');
    const { attributes, resource } = server;
    assert.equal(attributes['http.request.method'], 'GET');
    assert.equal(attributes['http.route'], '/hub/spaces/{space_id}/search');
    assert.equal(attributes['http.response.status_code'], 200);
    assert.equal(attributes['url.path'], `${space.path}/search`);
    assert.equal(attributes['url.scheme'], 'http');
    assert.equal(attributes['client.address'], '127.0.0.1');
    assert.equal(attributes['meridian.space'], space.id);
    assert.ok(!('url.query' in attributes));
    assert.deepEqual(server.status, {});
    assert.ok(BigInt(server.endTimeUnixNano) >= BigInt(server.startTimeUnixNano));
    assert.equal(resource['service.name'], 'maps');
    assert.equal(resource['deployment.environment.name'], 'test');
    assert.equal(collector.headers[0]!['x-api-key'], 'a key');
  });

  test('has spans below it of what the store has read and written', async () => {
    for (const [method, path, body, name] of [
      ['GET', `${space.path}/search?p.x=${Date.now()}`, undefined, 'store.read'],
      ['GET', `${space.features}/a`, undefined, 'store.read'],
      ['GET', `${space.features}?id=a&id=b`, undefined, 'store.read'],
      ['PUT', space.features, feature('c'), 'store.write'],
      ['DELETE', `${space.features}/c`, undefined, 'store.write'],
    ] as const) {
      const { server, children, response } = await traced(method, path, { body });
      assert.ok(response.status < 300, response.text);
      assert.ok(names(children).has(name), `${method} ${path}: ${[...names(children)]}`);
      for (const { parentSpanId, attributes } of children) {
        assert.equal(parentSpanId, server.spanId);
        assert.match(String(attributes['db.system.name']), /^(sqlite|postgresql|memory)$/);
      }
    }
  });

  test('shows how long it waited in a queue', async () => {
    const many = Array.from({ length: 30 }, (_, n) => traced('GET', `${space.path}/search?p.n=${n}`));
    const waits = (await Promise.all(many)).flatMap(({ children }) =>
      children.filter(({ name }) => name === 'queue.wait'),
    );
    assert.ok(waits.length > 0);
    for (const { attributes } of waits) assert.equal(attributes['meridian.queue'], 'reads');
  });

  test('that is refused says with which status, and is no failure of the server', async () => {
    const { server } = await traced('GET', '/hub/spaces/none-of-this-name', {});
    assert.equal(server.attributes['http.response.status_code'], 404);
    assert.deepEqual([server.status, server.attributes['error.type']], [{}, undefined]);
  });

  test('has the id of its trace in the log', async () => {
    const { server } = await traced('GET', '/hub');
    await logged(`"traceId":"${server.traceId}"`);
  });

  test('shows no token: not of the query, of headers, of cookies, of paths', async () => {
    const secret = `secret-${randomBytes(12).toString('hex')}`;
    await Promise.all([
      traced('GET', `${space.path}/search?access_token=${secret}`, { token: null }),
      traced('GET', `/maps/${secret}`, { token: null }),
      traced('GET', `/token-api/tokens/${secret}`),
      traced('GET', `/no-such-path/${secret}`, { headers: { cookie: `session=${secret}` } }),
      traced('GET', `${space.path}/search?access_token=${hub.token}`, { token: null }),
    ]);
    const all = collector.bodies.join('');
    assert.ok(!all.includes(secret) && !all.includes(hub.token) && !all.includes('a%20key'));
  });
});

test('a request whose caller does not trace it leaves no span', async () => {
  const traceId = randomBytes(16).toString('hex');
  await hub.get('/hub', { headers: { traceparent: `00-${traceId}-${CALLER}-00` } });
  await traced('GET', '/hub');
  assert.ok(!collector.bodies.join('').includes(traceId));
});

test('a collector that fails costs no response, is counted, and is reported once', async () => {
  collector.status = 400;
  const failed = async () => (await readMetrics(hub)).get('meridian_trace_spans_total{result="failed"}');
  for (let before = 0, rounds = 0; rounds < 2; rounds++) {
    for (let n = 0; n < 5; n++) assert.equal((await hub.get(`${space.features}/a`)).status, 200);
    while ((await failed()) <= before) await pause(50);
    before = await failed();
  }
  const reports = hub
    .logs()
    .split('\n')
    .filter((line) => line.includes('traces can not be sent'));
  assert.equal(reports.length, 1);
  assert.match(reports[0]!, /the collector answered with status 400/);
  collector.status = 200;
  await traced('GET', '/hub');
  await logged('traces are sent again');
});
