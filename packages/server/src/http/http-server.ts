import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { App, type AppParts } from './app.ts';
import { IdleConnections } from './connections/idle-connections.ts';
import { MalformedRequests } from './connections/malformed-request.ts';
import { FastPath } from './fast-path/fast-path.ts';
import type { FastRequest } from './fast-path/request-parser.ts';
import { createServer } from './node-http.ts';

/** A request must be here whole by then, however slow the line. */
const REQUEST_TIMEOUT_MS = 10 * 60 * 1000;

/** The HTTP server, built but not listening. */
export type HttpServer = {
  server: Server;
  /** One more, for requests that other processes pass on: they keep an eye on the connections of clients. */
  createInner(): Server;
  /** Takes no more connections, lets what runs finish, and cuts off what takes longer than that. */
  stop(timeoutMs: number): Promise<void>;
};

export function createApp(parts: AppParts): HttpServer {
  const { maxHeaderBytes, keepAliveTimeoutMs, maxConnections } = parts.service.settings;
  const connections = new IdleConnections(keepAliveTimeoutMs);
  const app = new App(parts, connections);
  const options = {
    maxHeaderSize: maxHeaderBytes,
    // Idle connections are ours to close.
    keepAliveTimeout: 0,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A request without a body has nothing to stream: most of them are such.
    optimizeEmptyRequests: true,
  };
  const local = (request: IncomingMessage, outgoing: ServerResponse) => app.respond(request, outgoing);
  const answer = parts.front?.before(local, connections) ?? local;
  const malformed = new MalformedRequests();
  const respond = (request: IncomingMessage, outgoing: ServerResponse) => {
    malformed.note(outgoing);
    answer(request, outgoing);
  };
  const server = parts.certificate
    ? createTlsServer({ ...options, ...parts.certificate }, respond)
    : createServer(options, respond);
  const fast = (request: FastRequest) => app.respondFast(request);
  const fastPath = new FastPath(parts.front?.beforeFast(fast) ?? fast, maxHeaderBytes);
  if (hasFastPath(parts)) fastPath.open(server);
  parts.metrics.counter(
    'meridian_fast_path_total',
    'Requests that the HTTP fast path answered, and connections that it handed over to node:http.',
    'result',
    () => fastPath.counts,
  );
  server.on('clientError', malformed.refuse);
  connections.watch(server, parts.certificate ? 'secureConnection' : 'connection');
  if (maxConnections > 0) server.maxConnections = maxConnections;
  return {
    server,
    createInner: () => createServer(options, respond).on('clientError', malformed.refuse),
    stop: (timeoutMs) =>
      new Promise((resolve) => {
        const cutOff = setTimeout(() => {
          server.closeAllConnections();
          fastPath.destroy();
        }, timeoutMs);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
        server.closeIdleConnections();
        fastPath.close();
      }),
  };
}

/** node:https is what decrypts. */
function hasFastPath({ service: { settings }, certificate }: AppParts): boolean {
  return settings.httpFastPath === 'on' && !certificate;
}
