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
import { sessionIdsOf } from './cookies.ts';
import { Cors } from './cors.ts';
import { readSecret, ShownSecrets } from './credentials.ts';
import { errorAnswer } from './errors.ts';
import { HeldRefusals } from './held-refusals.ts';
import { IdleConnections } from './idle-connections.ts';
import { refuseMalformed } from './malformed-request.ts';
import type { Metrics } from './metrics.ts';
import type { Operation } from './operation.ts';
import { RateExceeded } from './rate-limiter.ts';
import type { RequestLog } from './request-log.ts';
import { NotAllowed, Routes } from './routes.ts';
import { secure } from './security-headers.ts';
import { send, sendAtOnce } from './send.ts';
import { requireSession, requireSessionCaller } from './session.ts';
import { readTarget } from './target.ts';
import { Visit } from './visit.ts';

export type AppParts = {
  service: Service;
  operations: readonly Operation[];
  admission: Admission;
  /** Absent = plain HTTP. */
  certificate: Certificate | undefined;
  metrics: Metrics;
  logger: Logger;
  requestLog: RequestLog;
};

/** A request must be here whole by then, however slow the line. */
const REQUEST_TIMEOUT_MS = 10 * 60 * 1000;

/** The HTTP server, built but not listening. */
export function createApp(parts: AppParts): Server {
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
  const visit = (request: IncomingMessage, response: ServerResponse) => app.visit(request, response);
  const server = parts.certificate
    ? createTlsServer({ ...options, ...parts.certificate }, visit)
    : createServer(options, visit);
  server.on('clientError', refuseMalformed);
  connections.watch(server, parts.certificate ? 'secureConnection' : 'connection');
  if (maxConnections > 0) server.maxConnections = maxConnections;
  return server;
}

class App {
  readonly #service: Service;
  readonly #routes: Routes;
  readonly #cors: Cors;
  readonly #admission: Admission;
  readonly #heldRefusals = new HeldRefusals();
  readonly #shownSecrets = new ShownSecrets();
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #requestLog: RequestLog;
  readonly #connections: IdleConnections;
  /** How long clients may count on an idle connection; absent where for ever. */
  readonly #keepAlive: string | undefined;

  constructor(parts: AppParts, connections: IdleConnections) {
    const { service, operations, admission, metrics, logger, requestLog } = parts;
    const { keepAliveTimeoutMs } = service.settings;
    this.#connections = connections;
    this.#keepAlive =
      keepAliveTimeoutMs === 0 ? undefined : `timeout=${Math.floor(keepAliveTimeoutMs / 1000)}`;
    this.#service = service;
    this.#routes = new Routes(operations);
    this.#cors = new Cors(service.settings.corsOrigins);
    this.#admission = admission;
    this.#metrics = metrics;
    this.#logger = logger;
    this.#requestLog = requestLog;
  }

  visit(request: IncomingMessage, response: ServerResponse): void {
    // What is left of a connection that was cut while more requests of it were being read.
    if (request.socket.destroyed) return;
    const visit = new Visit(request, response);
    let answer: Answer | Promise<Answer>;
    try {
      answer = this.#answer(visit);
    } catch (error) {
      answer = Promise.reject(error);
    }
    if (answer instanceof Promise) return void this.#attend(visit, answer);
    const sent = sendAtOnce(request, response, this.#complete(visit, answer));
    if (sent === undefined) return void this.#attend(visit, answer);
    visit.bytes = sent;
    this.#record(visit);
  }

  /** An answer that is not there yet, or not gone in one piece: the client may leave meanwhile. */
  async #attend(visit: Visit, coming: Answer | Promise<Answer>): Promise<void> {
    const { request, response, streamId } = visit;
    const { socket } = request;
    this.#connections.begin(socket);
    response.once('close', () => {
      this.#connections.end(socket);
      if (!response.writableFinished) visit.context?.hangUp();
      this.#record(visit);
    });
    let answer: Answer;
    try {
      answer = await coming;
    } catch (error) {
      answer = this.#refuse(error, visit);
      if (error instanceof RateExceeded && !(await this.#heldRefusals.hold(request, response)))
        answer.headers.Connection = 'close';
    }
    try {
      visit.bytes = await this.#send(visit, answer);
    } catch (error) {
      if (response.headersSent) {
        // Too late for an error answer: a cut connection is the only honest sign that the body is incomplete.
        if (!response.destroyed) this.#logger.error({ streamId, err: error }, 'an answer broke off');
        response.destroy();
      } else visit.bytes = await this.#send(visit, this.#refuse(error, visit));
    }
  }

  #answer(visit: Visit): Answer | Promise<Answer> {
    const { request, streamId } = visit;
    const target = readTarget(request.url!);
    const path =
      request.method !== 'PUT' && target.path.endsWith('/features/') ? target.path.slice(0, -1) : target.path;
    const client = this.#admission.clientOf(request);
    this.#admission.admit(client, path, visit.started);
    if (request.method === 'OPTIONS') return this.#cors.preflight(request.headers);
    const { operation, parameters } = this.#routes.find(request.method!, path);
    const query = new QueryString(target.query);
    const context = new Context(this.#service, request, client, streamId, path, query, parameters);
    visit.begin(operation.name, context);
    if (operation.access === 'open') return operation.handle(context);
    if (operation.access === 'session')
      return requireSession(context, visit.time).then((holder) => {
        context.signedIn = holder;
        return operation.handle(context);
      });
    const secret = readSecret(request.headers, query);
    const [sessionId] = secret === undefined ? sessionIdsOf(request.headers) : [];
    const shown = secret ?? sessionId;
    const shownHash = shown && this.#shownSecrets.hash(shown, request.socket);
    if (shownHash) this.#admission.admitToken(shownHash, visit.started);
    const caller =
      sessionId === undefined
        ? this.#service.hub.access.authenticate(shownHash, visit.time)
        : requireSessionCaller(context, visit.time);
    if (!(caller instanceof Promise)) {
      context.caller = caller;
      return operation.handle(context);
    }
    return caller.then((known) => {
      context.caller = known;
      return operation.handle(context);
    });
  }

  #refuse(error: unknown, { request, streamId }: Visit): Answer {
    const answer = errorAnswer(error, streamId);
    if (error instanceof NotAllowed) answer.headers.Allow = error.allow;
    if (error instanceof RateExceeded) Object.assign(answer.headers, error.headers);
    if (!(error instanceof Fault)) this.#logger.error({ streamId, err: error }, 'a request failed');
    // What is left of a refused body is not worth reading: the connection ends with the answer.
    if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD')
      answer.headers.Connection = 'close';
    return answer;
  }

  #send(visit: Visit, answer: Answer): Promise<number> {
    const complete = this.#complete(visit, answer);
    return send(visit.request, visit.response, complete, this.#service.settings.sendTimeoutMs);
  }

  /** With what every answer carries. */
  #complete({ request, response, streamId }: Visit, answer: Answer): Answer {
    answer.headers['Stream-Id'] = streamId;
    if (this.#keepAlive && response.shouldKeepAlive && answer.headers.Connection === undefined)
      answer.headers['Keep-Alive'] = this.#keepAlive;
    if (answer.cookies) response.setHeader('Set-Cookie', answer.cookies);
    secure(answer.headers, (request.socket as TLSSocket).encrypted === true);
    this.#cors.mark(answer.headers, request.headers);
    return answer;
  }

  #record(visit: Visit): void {
    visit.context?.finish();
    const seconds = (performance.now() - visit.started) / 1000;
    this.#metrics.finished(visit.operation, visit.response.statusCode, seconds, visit.bytes);
    this.#requestLog.write(visit, seconds * 1000);
  }
}
