import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Fault } from '@meridian/hub';
import { errorResponse } from '../http/errors.ts';
import { newAgent, sendRequest } from '../http/node-http.ts';
import { streamIdOf } from '../http/request/stream-id.ts';
import { introduction } from './inner-server.ts';

/** Answered here already, or of this one connection only. */
const NOT_FORWARDED: ReadonlySet<string> = new Set(['expect', 'transfer-encoding']);
/** Codes of errors after which the main process has heard nothing. */
const NOT_CONNECTED: readonly (string | undefined)[] = ['ECONNREFUSED', 'ENOENT'];
const BODY_HEADERS = ['content-length', 'transfer-encoding'] as const;

/**
 * Passes requests on to the main process as they came, and its responses back. Each connection of a client has one of its own
 * to the main process, on which it is introduced: what the main process knows by connection stays as it is without us.
 */
export class Forwarding {
  readonly #inner: string;
  readonly #agents = new WeakMap<Socket, Agent>();

  /** `inner`: the path of the main process's socket. */
  constructor(inner: string) {
    this.#inner = inner;
  }

  pass(request: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers, socket } = request;
    const hasBody = BODY_HEADERS.some((name) => headers[name] !== undefined);
    const inner = sendRequest({
      agent: this.#agentOf(socket),
      method: method!,
      path: url!,
      headers: innerHeaders(request, hasBody),
      setHost: false,
    });
    inner.on('response', (response) => {
      const { statusCode, statusMessage, rawHeaders } = response;
      outgoing.writeHead(statusCode!, statusMessage!, filtered(rawHeaders, NOT_FORWARDED));
      // Cut off where it breaks off: the only honest sign that the body is incomplete.
      pipeline(response, outgoing, () => {});
    });
    inner.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent || outgoing.destroyed) return;
      // Of a change that was on its way nobody knows what became of it: a response must not say that nothing did.
      if (isSafe(method) || NOT_CONNECTED.includes(error.code)) refuse(request, outgoing);
      else socket.destroy();
    });
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) inner.destroy();
    });
    if (hasBody) request.pipe(inner);
    else inner.end();
  }

  #agentOf(socket: Socket): Agent {
    const known = this.#agents.get(socket);
    if (known) return known;
    const { remoteAddress } = socket;
    const line = introduction({
      address: remoteAddress,
      isEncrypted: (socket as TLSSocket).encrypted === true,
    });
    const agent = newAgent({ keepAlive: true, maxSockets: 1 }, () => {
      const inner = connect({ path: this.#inner });
      inner.write(line);
      return inner;
    });
    this.#agents.set(socket, agent);
    socket.once('close', () => agent.destroy());
    return agent;
  }
}

/** As they came, in their order and spelling. */
function innerHeaders({ method, headers, rawHeaders }: IncomingMessage, hasBody: boolean): string[] {
  const sent = filtered(rawHeaders, NOT_FORWARDED);
  if (headers['transfer-encoding'] !== undefined) sent.push('Transfer-Encoding', 'chunked');
  // Without this, Node would send an empty body in pieces.
  if (!hasBody && !isSafe(method)) sent.push('Content-Length', '0');
  return sent;
}

function filtered(rawHeaders: readonly string[], left: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!left.has(rawHeaders[i]!.toLowerCase())) kept.push(rawHeaders[i]!, rawHeaders[i + 1]!);
  return kept;
}

function refuse({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  const streamId = streamIdOf(headers);
  const fault = new Fault('unavailable', 'the main process of the server can not be reached; try again', 1);
  const { status, headers: sent, body } = errorResponse(fault, streamId);
  outgoing.writeHead(status, { ...sent, 'Stream-Id': streamId, Connection: 'close' });
  outgoing.end(body);
}

function isSafe(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}
