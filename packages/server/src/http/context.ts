import type { IncomingMessage } from 'node:http';
import {
  type Actor,
  bodyText,
  type Caller,
  type Hub,
  isSessionToken,
  parseExactly,
  type QueueTicket,
  type ReadableSpace,
  type Right,
  type SessionHolder,
  type Writable,
  type WriteBody,
} from '@meridian/hub';
import type { Settings } from '../config/index.ts';
import type { ExportJobs } from '../export/export-jobs.ts';
import type { SpaceStatistics } from '../ogc/space-statistics.ts';
import { refuseMisplaced } from '../parameters/own-names.ts';
import type { Client } from './admission/client.ts';
import { readSecret } from './auth/credentials.ts';
import { DIALECT_RULES, type Dialect, type DialectRules, dialectOf, rememberedClient } from './dialect.ts';
import { basePathOf } from './request/base-path.ts';
import { readBody } from './request/body.ts';
import { decodeValue, type QueryString } from './request/query-string.ts';
import type { RequestHead } from './request/request-head.ts';
import type { ResponseCache } from './response-cache.ts';
import type { RightRule } from './right-rule.ts';
import type { SingleFlight } from './single-flight.ts';

/** What every operation can use: the hub, the settings, the time. */
export type Service = {
  hub: Hub;
  settings: Settings;
  responseCache: ResponseCache;
  flights: SingleFlight;
  statistics: SpaceStatistics;
  exportJobs: ExportJobs;
  version: string;
  startedAt: number;
};

/** What came over HTTP. `incoming` has the body; absent for a request that cannot have one. */
export type Received = {
  readonly request: RequestHead;
  readonly incoming: IncomingMessage | undefined;
  readonly streamId: string;
};

/** What its operation says of a request: the query parameters, and the right of the token. */
type Needs = { query: readonly { name: string }[]; right?: RightRule };

/** The query string of a request: for `operation`, which reads what an operation lists, and nobody else. */
export let queryOf: (context: Context) => QueryString;

/** One request on its way through an operation. */
export class Context {
  static {
    queryOf = (context) => context.#query;
  }

  readonly service: Service;
  readonly request: RequestHead;
  readonly #incoming: IncomingMessage | undefined;
  readonly streamId: string;
  readonly #query: QueryString;
  readonly #path: string;
  /** Where the client is, behind the proxies that are trusted. */
  readonly address: string;
  /** Those who count as one with that address. */
  readonly addressGroup: string;
  /** Whether the client's connection is encrypted. */
  readonly isSecure: boolean;
  readonly #parameters: Record<string, string | undefined>;
  readonly #needs: Needs;
  #bodyBytes = 0;
  #caller: Caller | undefined;
  #signedIn: SessionHolder | undefined;
  #dialect: DialectRules | undefined;
  #gone: AbortController | undefined;
  #isGone = false;
  /** It is responded to from the cache, or elsewhere: nothing is computed for it here. */
  isOnlyCached = false;

  constructor(
    service: Service,
    { request, incoming, streamId }: Received,
    client: Client,
    path: string,
    query: QueryString,
    parameters: Record<string, string | undefined>,
    needs: Needs,
  ) {
    this.service = service;
    this.request = request;
    this.#incoming = incoming;
    this.address = client.address;
    this.addressGroup = client.group;
    this.isSecure = client.isSecure;
    this.streamId = streamId;
    this.#path = path;
    this.#query = query;
    this.#parameters = parameters;
    this.#needs = needs;
  }

  get hub(): Hub {
    return this.service.hub;
  }

  /** What clients see before our own paths; empty at the root of a host. */
  get basePath(): string {
    return basePathOf(this.service.settings.publicUrl);
  }

  /** Who is calling; set before any operation that needs a token. */
  get caller(): Caller {
    return this.#caller!;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
  }

  /** It turned out that nobody is known to be calling. */
  forgetCaller(): void {
    this.#caller = undefined;
  }

  /** Who is signed in; known before any operation that needs a session. */
  get signedIn(): SessionHolder {
    return this.#signedIn!;
  }

  /** For the log: whose request it is, and by which token; undefined before that is known, and for open operations. */
  get shownCaller(): { account: string; token?: string } | undefined {
    if (this.#caller) return { account: this.#caller.account.id, token: this.#caller.token.id };
    return this.#signedIn && { account: this.#signedIn.account.id };
  }

  /** Whose doing it is, for the audit log. */
  get actor(): Actor {
    const { address, streamId } = this;
    const { account, token } = this.shownCaller ?? {};
    if (account === undefined) return { via: 'nobody', address, streamId };
    const isSession = token === undefined || isSessionToken(token);
    return { account, ...(isSession ? { via: 'session' } : { via: 'token', token }), address, streamId };
  }

  /** A part of the path, by the name its operation gives it. */
  parameter(name: string): string {
    return this.#parameters[name]!;
  }

  get spaceId(): string {
    return this.#parameters.space_id!;
  }

  get featureId(): string {
    return this.#parameters.feature_id!;
  }

  get tokenId(): string {
    return this.#parameters.token_id!;
  }

  get accountId(): string {
    return this.#parameters.aid!;
  }

  get sessionId(): string {
    return this.#parameters.session_id!;
  }

  get projectId(): string {
    return this.#parameters.project_id!;
  }

  /** The space of the path, where the caller has the right that the operation names. Parameters are looked at after that. */
  openForReading(): ReadableSpace {
    const space = this.openSpace();
    this.refuseMisplaced();
    return space;
  }

  /** The same where parameters are passed on. */
  openSpace(): ReadableSpace {
    return this.hub.features.openForReading(this.caller, this.spaceId, this.#rights);
  }

  /** The same for a caller that has one of the rights to write into it. */
  openForWriting(): Writable {
    const space = this.hub.features.openForWriting(this.caller, this.spaceId, this.#rights);
    this.refuseMisplaced();
    return space;
  }

  /** A fault unless the caller has one of the rights that the operation names on the space of the path. Parameters are looked at after that. */
  requireRight(): void {
    this.hub.spaces.requireRight(this.caller, this.spaceId, this.#rights);
    this.refuseMisplaced();
  }

  get #rights(): readonly Right[] {
    return this.#needs.right?.oneOf ?? [];
  }

  refuseMisplaced(): void {
    if (this.#query.pairs.length > 0) refuseMisplaced(this.#query, this.#needs.query);
  }

  /** The token if it was sent in the URL: what repeats the URL is for nobody else. */
  get tokenInUrl(): string | undefined {
    const [sent] = this.#query.all('access_token');
    return sent && decodeValue(sent);
  }

  /** The token of the request, for operations that may be called without one. */
  get secret(): string | undefined {
    return readSecret(this.request.headers, this.#query);
  }

  /** The query as it was sent, without the token and these parameters, for a link to the same with others. */
  queryWithout(...names: string[]): string[] {
    return this.#query.pairs
      .filter(({ name }) => name !== 'access_token' && !names.includes(name))
      .map(({ raw }) => raw);
  }

  /** Names and values as they were sent, for a form or a link that repeats them. */
  get sentPairs(): [name: string, value: string][] {
    return this.#query.pairs.map((pair) => [pair.name, decodeValue(pair)]);
  }

  get dialect(): DialectRules {
    this.#dialect ??= DIALECT_RULES[this.#dialectName];
    return this.#dialect;
  }

  get #dialectName(): Dialect {
    const { settings } = this.service;
    const client = this.#signedIn?.session.client;
    return dialectOf(settings.dialect, this.#query, this.request.headers, this.#path, client);
  }

  /** Takes who is signed in; the session remembers the program that uses it. */
  async signIn(holder: SessionHolder): Promise<void> {
    this.#signedIn = holder;
    const client = rememberedClient(this.#dialectName);
    if (client !== undefined) await this.hub.sessions.remember(holder, client);
  }

  /** Whose work it is, for those who decide whose comes first. */
  get ticket(): QueueTicket {
    return this;
  }

  /** Aborted once the client has closed the connection, also where that was before anybody asked. */
  get signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isGone) this.#gone.abort();
    return this.#gone.signal;
  }

  /** The account, whichever of its tokens is used; without one, where the request came from. */
  get accountKey(): string {
    return this.#caller ? this.#caller.account.id : this.addressGroup;
  }

  /** A token at an address: the token of a public map is everybody's. */
  get clientKey(): string {
    return this.#caller ? `${this.#caller.token.id} ${this.addressGroup}` : this.addressGroup;
  }

  /** How much a read may cost, and whose it is. */
  get readOptions() {
    return {
      accountKey: this.accountKey,
      clientKey: this.clientKey,
      signal: this.signal,
      timeLimitMs: this.service.settings.queryTimeoutMs,
    };
  }

  /** The client has closed the connection: what is being read for it stops, and nothing more begins. */
  hangUp(): void {
    this.#isGone = true;
    this.#gone?.abort();
  }

  /** The request is over: what it held can be used by others. */
  finish(): void {
    if (this.#bodyBytes > 0) this.hub.load.bodies.giveBack(this, this.#bodyBytes);
    this.#bodyBytes = 0;
  }

  /** The body as it came, for those who parse it on another thread. */
  body(types?: readonly string[]): Promise<WriteBody> {
    return this.#readBody(this.service.settings.maxBodyBytes, types);
  }

  /** A small JSON body, parsed here: the definition of a space and the like. */
  async document(types?: readonly string[]): Promise<unknown> {
    const { maxDocumentBytes, maxBodyBytes, maxJsonDepth } = this.service.settings;
    const maxBytes = Math.min(maxDocumentBytes, maxBodyBytes);
    const body = await this.#readBody(maxBytes, types);
    return parseExactly(bodyText(body, maxBytes), 'the request body', maxJsonDepth);
  }

  /** Bytes count against the budget as they arrive, so that nobody can reserve what they do not send. */
  #readBody(maxBytes: number, types?: readonly string[]): Promise<WriteBody> {
    if (!this.#incoming) throw new TypeError('only operations that change something have a body to read');
    return readBody(
      this.#incoming,
      maxBytes,
      (bytes) => {
        this.hub.load.bodies.take(this, bytes);
        this.#bodyBytes += bytes;
      },
      types,
    );
  }

  /** The value of the Accept header without its parameters. */
  get accept(): string {
    return (this.request.headers.accept ?? '').split(';', 1)[0]!.trim().toLowerCase();
  }
}
