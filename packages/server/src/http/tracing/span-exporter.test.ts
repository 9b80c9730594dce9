import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newSpanId, newTraceId, type Span } from './span.ts';
import { SpanExporter } from './span-exporter.ts';

const span = (): Span => ({
  traceId: newTraceId(),
  spanId: newSpanId(),
  name: 'GET /hub',
  kind: 'server',
  start: 1_700_000_000_000.5,
  end: 1_700_000_000_001,
  attributes: { 'http.response.status_code': 200, 'http.route': '/hub', 'url.path': undefined },
});

const spans = (count: number) => Array.from({ length: count }, span);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function start(t: TestContext, handler: Handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const reports: string[] = [];
  const exporter = new SpanExporter(
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
      headers: { 'x-key': 'k' },
      timeoutMs: 5000,
    },
    { 'service.name': 'test' },
    '1.0',
    { failing: (reason) => reports.push(reason), recovered: () => reports.push('recovered') },
  );
  return { exporter, reports };
}

/** Resolves once the fate of all `count` spans is known. */
async function settled({ counts }: SpanExporter, count: number): Promise<void> {
  while (counts.sent + counts.failed < count) await pause(5);
}

test('spans are sent as the JSON of OTLP', async (t) => {
  const received: unknown[] = [];
  const { exporter, reports } = await start(t, async (request, response) => {
    assert.equal(request.headers['x-key'], 'k');
    assert.equal(request.headers['content-type'], 'application/json');
    received.push(await json(request));
    response.end('{}');
  });
  const ids = { traceId: newTraceId(), spanId: newSpanId() };
  exporter.add([{ ...span(), ...ids }]);
  await exporter.close();
  const attributes = [
    { key: 'http.response.status_code', value: { intValue: '200' } },
    { key: 'http.route', value: { stringValue: '/hub' } },
  ];
  const sent = {
    ...ids,
    name: 'GET /hub',
    kind: 2,
    startTimeUnixNano: '1700000000000500000',
    endTimeUnixNano: '1700000000001000000',
    attributes,
    status: {},
  };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'test' } }] };
  const scope = { name: 'meridian', version: '1.0' };
  assert.deepEqual(received, [{ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [sent] }] }] }]);
  assert.deepEqual([exporter.counts, reports], [{ sent: 1, dropped: 0, failed: 0 }, []]);
});

test('what a stalled collector does not take is dropped and counted, and the queue does not grow', async (t) => {
  const { exporter } = await start(t, () => undefined);
  for (let n = 0; n < 50; n++) exporter.add(spans(100));
  assert.equal(exporter.queued, 2048);
  assert.equal(exporter.counts.dropped, 5000 - 2048 - 256);
  await exporter.close();
  assert.equal(exporter.counts.failed, 2048 + 256);
});

test('a collector that refuses is reported once, and once more when it takes spans again', async (t) => {
  let status = 400;
  const { exporter, reports } = await start(t, (_, response) => response.writeHead(status).end());
  exporter.add(spans(600));
  await settled(exporter, 600);
  assert.deepEqual(reports, ['the collector answered with status 400']);
  assert.equal(exporter.counts.failed, 600);
  status = 200;
  exporter.add(spans(300));
  await exporter.close();
  assert.equal(reports.at(-1), 'recovered');
  assert.deepEqual(exporter.counts, { sent: 300, dropped: 0, failed: 600 });
});

test('a batch that a collector can not take at this moment is sent again', async (t) => {
  let tries = 0;
  const { exporter, reports } = await start(t, (_, response) =>
    response.writeHead(++tries === 1 ? 503 : 200).end(),
  );
  exporter.add(spans(256));
  await settled(exporter, 256);
  assert.deepEqual([tries, exporter.counts], [2, { sent: 256, dropped: 0, failed: 0 }]);
  assert.deepEqual(reports, ['the collector answered with status 503', 'recovered']);
});
