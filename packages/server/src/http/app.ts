import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { Fault } from '@meridian/hub';
import type { Logger } from 'pino';
import { QueryString } from '../parameters/query-string.ts';
import type { Admission } from './admission.ts';
import type { Answer } from './answer.ts';
import type { Certificate } from './certificate.ts';
import { Context, type Service } from './context.ts';
import { Cors } from './cors.ts';
import { readSecret } from './credentials.ts';
import { errorAnswer } from './errors.ts';
import { HeldRefusals } from './held-refusals.ts';
import { refuseMalformed } from './malformed-request.ts';
import type { Metrics } from './metrics.ts';
import type { Operation } from './operation.ts';
import { RateExceeded } from './rate-limiter.ts';
import { NotAllowed, Routes } from './routes.ts';
import { secure } from './security-headers.ts';
import { send } from './send.ts';
import { requireSession } from './session.ts';
import { streamIdOf } from './stream-id.ts';
import { readTarget } from './target.ts';

/** What one request leaves behind for the log and the metrics. */
type Visit = { operation: string; space: string | undefined; context: Context | undefined; bytes: number };

export type AppParts = {
  service: Service;
  operations: readonly Operation[];
  admission: Admission;
  /** Absent = plain HTTP. */
  certificate: Certificate | undefined;
  metrics: Metrics;
  logger: Logger;
};

/** A request must be here whole by then, however slow the line. */
const REQUEST_TIMEOUT_MS = 10 * 60 * 1000;

/** The HTTP server, built but not listening. */
export function createApp(parts: AppParts): Server {
  const app = new App(parts);
  const { maxHeaderBytes, keepAliveTimeoutMs, maxConnections } = parts.service.settings;
  const options = {
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: REQUEST_TIMEOUT_MS,
  };
  const visit = (request: IncomingMessage, response: ServerResponse) => void app.visit(request, response);
  const server = parts.certificate
    ? createTlsServer({ ...options, ...parts.certificate }, visit)
    : createServer(options, visit);
  server.on('clientError', refuseMalformed);
  if (maxConnections > 0) server.maxConnections = maxConnections;
  return server;
}

class App {
  readonly #service: Service;
  readonly #routes: Routes;
  readonly #cors: Cors;
  readonly #admission: Admission;
  readonly #heldRefusals = new HeldRefusals();
  readonly #metrics: Metrics;
  readonly #logger: Logger;

  constructor({ service, operations, admission, metrics, logger }: AppParts) {
    this.#service = service;
    this.#routes = new Routes(operations);
    this.#cors = new Cors(service.settings.corsOrigins);
    this.#admission = admission;
    this.#metrics = metrics;
    this.#logger = logger;
  }

  async visit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // What is left of a connection that was cut while more requests of it were being read.
    if (request.socket.destroyed) return;
    const started = performance.now();
    const streamId = streamIdOf(request.headers);
    const visit: Visit = { operation: 'none', space: undefined, context: undefined, bytes: 0 };
    response.once('close', () => {
      if (!response.writableFinished) visit.context?.hangUp();
      visit.context?.finish();
      this.#record(visit, streamId, response.statusCode, performance.now() - started);
    });
    let answer: Answer;
    try {
      answer = await this.#answer(request, streamId, visit);
    } catch (error) {
      answer = this.#refuse(error, streamId, request);
      if (error instanceof RateExceeded && !(await this.#heldRefusals.hold(request, response)))
        answer.headers.Connection = 'close';
    }
    try {
      visit.bytes = await this.#send(request, response, answer, streamId);
    } catch (error) {
      if (response.headersSent) {
        // Too late for an error answer: a cut connection is the only honest sign that the body is incomplete.
        if (!response.destroyed) this.#logger.error({ streamId, err: error }, 'an answer broke off');
        response.destroy();
      } else
        visit.bytes = await this.#send(request, response, this.#refuse(error, streamId, request), streamId);
    }
  }

  async #answer(request: IncomingMessage, streamId: string, visit: Visit): Promise<Answer> {
    const target = readTarget(request.url!);
    const path = request.method === 'PUT' ? target.path : target.path.replace(/(?<=\/features)\/$/, '');
    const client = this.#admission.clientOf(request);
    this.#admission.admit(client, path);
    if (request.method === 'OPTIONS') return this.#cors.preflight(request.headers);
    const { operation, parameters } = this.#routes.find(request.method!, path);
    visit.operation = operation.name;
    visit.space = parameters.space_id;
    const query = new QueryString(target.query);
    const context = new Context(this.#service, request, client, streamId, query, parameters);
    visit.context = context;
    if (operation.access === 'token') {
      const secret = readSecret(request.headers, query);
      if (secret) this.#admission.admitToken(secret);
      context.caller = await this.#service.hub.access.authenticate(secret, Date.now());
    }
    if (operation.access === 'session') context.signedIn = await requireSession(context, Date.now());
    return operation.handle(context);
  }

  #refuse(error: unknown, streamId: string, request: IncomingMessage): Answer {
    const answer = errorAnswer(error, streamId);
    if (error instanceof NotAllowed) answer.headers.Allow = error.allow;
    if (error instanceof RateExceeded) Object.assign(answer.headers, error.headers);
    if (!(error instanceof Fault)) this.#logger.error({ streamId, err: error }, 'a request failed');
    // What is left of a refused body is not worth reading: the connection ends with the answer.
    if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD')
      answer.headers.Connection = 'close';
    return answer;
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    streamId: string,
  ): Promise<number> {
    answer.headers['Stream-Id'] = streamId;
    if (answer.cookies) response.setHeader('Set-Cookie', answer.cookies);
    secure(answer.headers, (request.socket as TLSSocket).encrypted === true);
    this.#cors.mark(answer.headers, request.headers);
    return send(request, response, answer, this.#service.settings.sendTimeoutMs);
  }

  #record({ operation, space, bytes }: Visit, streamId: string, status: number, milliseconds: number): void {
    this.#metrics.finished(operation, { status, seconds: milliseconds / 1000, bytes });
    const ms = Math.round(milliseconds * 1000) / 1000;
    this.#logger.info({ operation, space, status, ms, bytes, streamId }, 'request');
  }
}
