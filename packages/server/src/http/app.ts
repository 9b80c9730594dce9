import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { actingFor, type Caller, Fault, observing } from '@meridian/hub';
import type { Logger } from 'pino';
import { exceptionResponse, isOgcTarget } from '../ogc/exception.ts';
import type { Front } from '../processes/front.ts';
import type { Admission } from './admission/admission.ts';
import { RateExceeded } from './admission/rate-limiter.ts';
import { Tarpit } from './admission/tarpit.ts';
import { sessionIdsOf } from './auth/cookies.ts';
import { readSecret, ShownSecrets } from './auth/credentials.ts';
import { requireSession, requireSessionCaller } from './auth/session.ts';
import { NotCached } from './cached-response.ts';
import type { Certificate } from './connections/certificate.ts';
import type { IdleConnections } from './connections/idle-connections.ts';
import { BUFFERED_BYTES } from './connections/stalled.ts';
import { Context, type Service } from './context.ts';
import { errorResponse, FAULTS } from './errors.ts';
import { Exchange } from './exchange.ts';
import type { SlowResponse } from './fast-path/fast-connection.ts';
import type { FastAnswer, FastResponse } from './fast-path/fast-path.ts';
import type { FastRequest } from './fast-path/request-parser.ts';
import { isPlain } from './fast-path/response-head.ts';
import { type AnyFaultKind, isFault, reasonOf } from './http-fault.ts';
import type { Metrics } from './observability/metrics.ts';
import type { RequestLog } from './observability/request-log.ts';
import type { Operation } from './operation.ts';
import { handleProvisionally } from './provisional.ts';
import { BasePath } from './request/base-path.ts';
import { DISCARD_BYTES } from './request/body.ts';
import { RangeNotSatisfiable } from './request/byte-range.ts';
import { drainBody } from './request/drain.ts';
import { QueryString } from './request/query-string.ts';
import type { RequestHead } from './request/request-head.ts';
import { readTarget, type Target } from './request/target.ts';
import { Cors, isPreflight } from './response/cors.ts';
import type { Response } from './response/response.ts';
import { secure } from './response/security-headers.ts';
import { isAscii, readyBody, send, sendReady } from './response/send.ts';
import { CachedBody } from './response-cache.ts';
import { handleWithRoom } from './room.ts';
import { NotAllowed, Routes } from './routes.ts';
import type { Tracer } from './tracing/tracer.ts';

export type AppParts = {
  service: Service;
  operations: readonly Operation[];
  admission: Admission;
  /** Absent = plain HTTP. */
  certificate: Certificate | undefined;
  metrics: Metrics;
  logger: Logger;
  requestLog: RequestLog;
  /** Absent = nothing is traced. */
  tracer: Tracer | undefined;
  /** Absent = every request is responded to here. */
  front?: Front;
  /** While the accounts of a new hub are made, nobody can sign in. Absent = they are there. */
  isStarting?: () => boolean;
};

/** Of the bodies of those who send too much, only so little is read to its end. */
const MAX_FLOOD_DRAIN_BYTES = 64 * 1024;

const RETRY_START_SECONDS = 1;

/** In the log: headers were sent, the body was not, or not whole. */
const CUT_SHORT = 'the connection was closed before the response was complete';

/** Faults that only the operator can do something about. */
const OPERATORS_FAULTS: ReadonlySet<AnyFaultKind> = new Set(['full', 'damaged']);

/** What becomes of a request, from its first byte that was parsed to its response. */
export class App {
  readonly #service: Service;
  readonly #routes: Routes;
  readonly #basePath: BasePath;
  readonly #cors: Cors;
  readonly #admission: Admission;
  readonly #tarpit = new Tarpit();
  readonly #shownSecrets = new ShownSecrets();
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #requestLog: RequestLog;
  readonly #tracer: Tracer | undefined;
  readonly #connections: IdleConnections;
  readonly #isStarting: () => boolean;
  /** Whose latest request was counted on the fast path, and is on its way again. */
  readonly #admitted = new WeakSet<Socket>();
  /** How long clients may count on an idle connection; absent where for ever. */
  readonly #keepAlive: string | undefined;

  constructor(parts: AppParts, connections: IdleConnections) {
    const { service, operations, admission, metrics, logger, requestLog, tracer } = parts;
    const { keepAliveTimeoutMs } = service.settings;
    this.#connections = connections;
    this.#keepAlive =
      keepAliveTimeoutMs === 0 ? undefined : `timeout=${Math.floor(keepAliveTimeoutMs / 1000)}`;
    this.#service = service;
    this.#routes = new Routes(operations);
    this.#basePath = new BasePath(service.settings.publicUrl, operations);
    this.#cors = new Cors(service.settings.corsOrigins);
    this.#admission = admission;
    this.#metrics = metrics;
    this.#logger = logger;
    this.#requestLog = requestLog;
    this.#tracer = tracer;
    this.#isStarting = parts.isStarting ?? (() => false);
  }

  respond(request: IncomingMessage, outgoing: ServerResponse): void {
    // What is left of a connection that was cut while more requests of it were being read.
    if (request.socket.destroyed) return;
    const exchange = new Exchange(request, request);
    exchange.trace = this.#tracer?.begin(exchange);
    if (exchange.trace) observing(exchange.trace, () => this.#respond(exchange, request, outgoing));
    else this.#respond(exchange, request, outgoing);
  }

  #respond(exchange: Exchange, request: IncomingMessage, outgoing: ServerResponse): void {
    const response = isSafe(request.method)
      ? this.#begin(exchange)
      : actingFor(
          () => exchange.context!.actor,
          () => this.#begin(exchange),
        );
    if (response instanceof Promise) return void this.#respondLater(exchange, response, outgoing);
    this.#complete(exchange, response, outgoing);
    const ready = readyBody(request, response);
    if (!ready) return void this.#respondLater(exchange, response, outgoing);
    exchange.bytes = sendReady(request, outgoing, response, ready);
    this.#record(exchange);
  }

  /**
   * The same for a request that node:http has not seen. Undefined, at once or later, where it takes node:http to answer: the
   * request comes again through `respond`, with its faults, and what it has counted by then does not count again.
   */
  respondFast(request: FastRequest): FastAnswer {
    if (this.#isStarting()) return undefined;
    const exchange = new Exchange(request);
    const { started } = exchange;
    try {
      const client = this.#admission.clientOf(request);
      exchange.address = client.address;
      if (!this.#admission.wouldAdmit(client, started)) return undefined;
      const { path, query: rawQuery } = this.#targetOf(request);
      const { operation, parameters } = this.#routes.find('GET', path);
      const query = new QueryString(rawQuery);
      const secret = operation.hasFastPath && readSecret(request.headers, query);
      if (!secret) return undefined;
      const hash = this.#shownSecrets.hash(secret, request.socket);
      if (!this.#admission.wouldAdmitToken(hash, started)) return undefined;
      const context = new Context(this.#service, exchange, client, path, query, parameters, operation);
      context.isOnlyCached = operation.hasFastPath === 'cached';
      exchange.begin(operation, context);
      exchange.trace = this.#tracer?.begin(exchange);
      const handle = () => this.#handleFor(hash, operation, context, exchange.time);
      const response = exchange.trace ? observing(exchange.trace, handle) : handle();
      const isLater = response instanceof Promise;
      const fast = isLater ? this.#fastLater(exchange, response) : this.#fastResponse(exchange, response);
      if (!fast) return undefined;
      this.#admission.admit(client, path, started);
      this.#admission.admitToken(hash, started);
      return fast;
    } catch {
      // Thrown again, and logged, when the request comes through node:http.
      return undefined;
    }
  }

  async #fastLater(exchange: Exchange, coming: Promise<Response>): Promise<FastResponse | undefined> {
    const { socket } = exchange.request;
    this.#connections.begin(socket);
    const fast = await coming.then(
      (response) => this.#fastResponse(exchange, response),
      (error) =>
        error instanceof RateExceeded || error instanceof NotCached
          ? undefined
          : this.#fastResponse(exchange, this.#refuse(error, exchange)),
    );
    this.#connections.end(socket);
    if (!fast) this.#admitted.add(socket);
    return fast;
  }

  #fastResponse(exchange: Exchange, response: Response): FastResponse | undefined {
    const { request } = exchange;
    this.#complete(exchange, response);
    const { status, headers } = response;
    // What is cached is there anyway: a client that takes it in slowly costs no memory.
    const maxBytes = response.body instanceof CachedBody ? Number.POSITIVE_INFINITY : BUFFERED_BYTES;
    const ready = isPlain(status, headers) ? readyBody(request, response, maxBytes) : undefined;
    if (!ready) return undefined;
    const fast = { status, headers, body: ready.body, isAscii: isAscii(ready) };
    exchange.bytes = ready.uncodedSize;
    if (request.socket.destroyed) exchange.status = FAULTS.cancelled.status;
    else if (ready.size >= BUFFERED_BYTES) return { ...fast, slow: this.#slow(exchange) };
    this.#record(exchange);
    return fast;
  }

  /** Of a response that does not fit into the buffers of any connection. */
  #slow(exchange: Exchange): SlowResponse {
    const { socket } = exchange.request;
    this.#connections.begin(socket);
    return {
      timeoutMs: this.#service.settings.sendTimeoutMs,
      sent: (isWhole) => {
        this.#connections.end(socket);
        if (!isWhole) exchange.reason ??= CUT_SHORT;
        this.#record(exchange);
      },
    };
  }

  #begin(exchange: Exchange): Response | Promise<Response> {
    try {
      return this.#response(exchange);
    } catch (error) {
      const refused = Promise.reject(error);
      // It is looked at when there is a response to refuse with.
      refused.catch(() => undefined);
      return refused;
    }
  }

  /** A response that is not there yet, or not written in one piece: the client may leave meanwhile. */
  async #respondLater(
    exchange: Exchange,
    coming: Response | Promise<Response>,
    outgoing: ServerResponse,
  ): Promise<void> {
    const { request, streamId } = exchange;
    const { socket } = request;
    this.#connections.begin(socket);
    outgoing.once('close', () => {
      this.#connections.end(socket);
      if (!outgoing.writableFinished) exchange.context?.hangUp();
      if (!outgoing.headersSent) exchange.status = FAULTS.cancelled.status;
      else if (!outgoing.writableFinished) exchange.reason ??= CUT_SHORT;
      this.#record(exchange);
    });
    let response: Response;
    try {
      response = await coming;
    } catch (error) {
      response = this.#refuse(error, exchange);
      const isFlood = error instanceof RateExceeded;
      if (isFlood && !(await this.#tarpit.hold(request, outgoing))) response.headers.Connection = 'close';
      const isDrained = await drainBody(request, isFlood ? MAX_FLOOD_DRAIN_BYTES : DISCARD_BYTES);
      if (!isDrained) response.headers.Connection = 'close';
    }
    try {
      exchange.bytes = await this.#send(exchange, response, outgoing);
    } catch (error) {
      if (outgoing.headersSent) {
        // Too late for an error response: a cut connection is the only honest sign that the body is incomplete.
        if (!outgoing.destroyed) this.#log(error, streamId, 'a response broke off');
        outgoing.destroy();
      } else exchange.bytes = await this.#send(exchange, this.#refuse(error, exchange), outgoing);
    }
  }

  #response(exchange: Exchange): Response | Promise<Response> {
    const { request } = exchange;
    const { path, query: rawQuery } = this.#targetOf(request);
    const client = this.#admission.clientOf(request);
    exchange.address = client.address;
    const isAdmitted = this.#admitted.delete(request.socket);
    if (!isAdmitted) this.#admission.admit(client, path, exchange.started);
    if (request.method === 'OPTIONS' && (isPreflight(request.headers) || !this.#routes.has('OPTIONS', path)))
      return this.#cors.preflight(request.headers);
    const { operation, parameters } = this.#routes.find(request.method!, path);
    const query = new QueryString(rawQuery);
    const context = new Context(this.#service, exchange, client, path, query, parameters, operation);
    exchange.begin(operation, context);
    if (operation.access === 'open') return handleWithRoom(operation, context);
    if (this.#isStarting()) throw new Fault('unavailable', 'the hub is starting', RETRY_START_SECONDS);
    if (operation.access === 'session')
      return requireSession(context, exchange.time).then(async (holder) => {
        await context.signIn(holder);
        return handleWithRoom(operation, context);
      });
    const secret = readSecret(request.headers, query);
    const [sessionId] = secret === undefined ? sessionIdsOf(request.headers) : [];
    const shown = secret ?? sessionId;
    const shownHash = shown && this.#shownSecrets.hash(shown, request.socket);
    if (shownHash && !isAdmitted) this.#admission.admitToken(shownHash, exchange.started);
    if (secret && shownHash) return this.#handleFor(shownHash, operation, context, exchange.time);
    const nobody = () => this.#callerWithoutToken(operation, exchange.time);
    const caller = sessionId === undefined ? nobody() : requireSessionCaller(context, exchange.time, nobody);
    return handleBy(caller, operation, context);
  }

  /** Carries out an operation for the holder of a token. */
  #handleFor(
    secretHash: string,
    operation: Operation,
    context: Context,
    now: number,
  ): Response | Promise<Response> {
    return (
      handleProvisionally(operation, context, secretHash, now) ??
      handleBy(this.#service.hub.access.authenticate(secretHash, now), operation, context)
    );
  }

  /** A fault but for what reads features, where the operator lets everybody read what is public. */
  #callerWithoutToken({ right }: Operation, now: number): Caller | Promise<Caller> {
    const mayRead = this.#service.settings.anonymous === 'on' && right?.oneOf.includes('readFeatures');
    const { access } = this.#service.hub;
    return mayRead ? access.anonymous() : access.authenticate(undefined, now);
  }

  /** `…/features/` is a feature without an id yet, which only a PUT can mean. */
  #targetOf({ method, url }: RequestHead): Target {
    const { path: sent, query } = readTarget(url!);
    const path = this.#basePath.strip(sent);
    return { path: method !== 'PUT' && path.endsWith('/features/') ? path.slice(0, -1) : path, query };
  }

  #refuse(error: unknown, exchange: Exchange): Response {
    const { request, streamId } = exchange;
    exchange.reason = reasonOf(error);
    const response = isOgcTarget(this.#basePath.strip(request.url!))
      ? exceptionResponse(error, streamId)
      : errorResponse(error, streamId);
    if (error instanceof NotAllowed) response.headers.Allow = error.allow;
    if (error instanceof RangeNotSatisfiable) response.headers['Content-Range'] = `bytes */${error.size}`;
    if (error instanceof RateExceeded) Object.assign(response.headers, error.headers);
    this.#log(error, streamId, 'a request failed');
    return response;
  }

  /** A fault of the disk or the database is one sentence in the log; only what nobody foresaw comes with its stack. */
  #log(error: unknown, streamId: string, what: string): void {
    if (!isFault(error)) this.#logger.error({ streamId, err: error }, what);
    else if (OPERATORS_FAULTS.has(error.kind))
      this.#logger.warn({ streamId, fault: error.kind }, `${what}: ${error.message}`);
  }

  #send(exchange: Exchange, response: Response, outgoing: ServerResponse): Promise<number> {
    this.#complete(exchange, response, outgoing);
    return send(exchange.request, outgoing, response, this.#service.settings.sendTimeoutMs, exchange);
  }

  /** Adds what every response carries. `response`: none where the connection is sure to stay open. */
  #complete(exchange: Exchange, { status, headers, cookies }: Response, outgoing?: ServerResponse): void {
    const { request, streamId } = exchange;
    exchange.status = status;
    headers['Stream-Id'] = streamId;
    if (this.#keepAlive && outgoing?.shouldKeepAlive !== false && headers.Connection === undefined)
      headers['Keep-Alive'] = this.#keepAlive;
    if (cookies) outgoing?.setHeader('Set-Cookie', cookies);
    secure(headers, (request.socket as TLSSocket).encrypted === true);
    this.#cors.mark(headers, request.headers);
  }

  #record(exchange: Exchange): void {
    exchange.context?.finish();
    const seconds = (performance.now() - exchange.started) / 1000;
    this.#metrics.finished(exchange.operation, exchange.status, seconds, exchange.bytes);
    this.#requestLog.write(exchange, seconds * 1000);
    if (exchange.trace) this.#tracer?.end(exchange.trace);
  }
}

/** What it leads to changes nothing. */
function isSafe(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

function handleBy(
  caller: Caller | Promise<Caller>,
  operation: Operation,
  context: Context,
): Response | Promise<Response> {
  const handle = (known: Caller) => {
    context.caller = known;
    return handleWithRoom(operation, context);
  };
  return caller instanceof Promise ? caller.then(handle) : handle(caller);
}
