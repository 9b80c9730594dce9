import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

type KeyValue = { key: string; value: { stringValue?: string; intValue?: string } };

/** A span as OTLP has it in JSON, with its attributes by name. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number; message?: string };
  attributes: Record<string, string | number>;
  resource: Record<string, string | number>;
};

type TracesRequest = {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: KeyValue[] })[] }[];
  }[];
};

/** What receives traces by OTLP over HTTP. */
export type Collector = {
  url: string;
  /** What it answers with. */
  status: number;
  /** Everything that was sent, as it came. */
  bodies: string[];
  headers: Record<string, string | string[] | undefined>[];
  /** The spans of a trace, once there is the one of its request. */
  trace(traceId: string): Promise<ReceivedSpan[]>;
};

export async function startCollector(): Promise<Collector> {
  const collector: Collector = {
    url: '',
    status: 200,
    bodies: [],
    headers: [],
    trace: async (traceId) => {
      for (let tries = 0; tries < 600; tries++) {
        const spans = collector.bodies.flatMap(decode).filter((span) => span.traceId === traceId);
        if (spans.some(({ kind }) => kind === SERVER)) return spans;
        await pause(50);
      }
      throw new Error(`no span of the trace ${traceId} came`);
    },
  };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    const body = await text(request);
    collector.headers.push(request.headers);
    if (collector.status === 200) collector.bodies.push(body);
    response.writeHead(collector.status, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return collector;
}

export const SERVER = 2;

function decode(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as TracesRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: byName(span.attributes),
        resource: byName(resource.attributes),
      })),
    ),
  );
}

function byName(attributes: KeyValue[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? Number(intValue)]),
  );
}
