import type { IncomingMessage } from 'node:http';
import { bodyText, type Caller, type Hub, parseExactly, type WriteBody } from '@meridian/hub';
import type { Settings } from '../config/index.ts';
import type { QueryString } from '../parameters/query-string.ts';
import { readBody } from './body.ts';
import { DIALECT_RULES, type DialectRules, dialectOf } from './dialect.ts';
import { decodePart } from './target.ts';

/** Definitions of spaces and the like are small: larger bodies are refused before they are parsed. */
const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** What every operation can use: the hub, the settings, the time. */
export type Service = { hub: Hub; settings: Settings; version: string; startedAt: number };

/** One request on its way through an operation. */
export class Context {
  readonly service: Service;
  readonly request: IncomingMessage;
  readonly streamId: string;
  readonly query: QueryString;
  readonly #parameters: Record<string, string | undefined>;
  #caller: Caller | undefined;
  #dialect: DialectRules | undefined;
  #gone: AbortController | undefined;

  constructor(
    service: Service,
    request: IncomingMessage,
    streamId: string,
    query: QueryString,
    parameters: Record<string, string | undefined>,
  ) {
    this.service = service;
    this.request = request;
    this.streamId = streamId;
    this.query = query;
    this.#parameters = parameters;
  }

  get hub(): Hub {
    return this.service.hub;
  }

  /** Who is calling; set before any operation that needs a token. */
  get caller(): Caller {
    return this.#caller!;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
  }

  get spaceId(): string {
    return this.#parameters.space_id!;
  }

  get featureId(): string {
    return this.#parameters.feature_id!;
  }

  get dialect(): DialectRules {
    this.#dialect ??=
      DIALECT_RULES[dialectOf(this.service.settings.dialect, this.query, this.request.headers)];
    return this.#dialect;
  }

  /** How much a read may cost, and the signal that its caller has gone. */
  get readOptions() {
    this.#gone ??= new AbortController();
    return { timeLimitMs: this.service.settings.queryTimeoutMs, signal: this.#gone.signal };
  }

  /** The caller has hung up: whatever is still being read for them can stop. */
  hangUp(): void {
    this.#gone?.abort();
  }

  /** The body as it came, for those who parse it on another thread. */
  body(): Promise<WriteBody> {
    return readBody(this.request, this.service.settings.maxBodyBytes);
  }

  /** A small JSON body, parsed here. */
  async document(): Promise<unknown> {
    const maxBytes = Math.min(MAX_DOCUMENT_BYTES, this.service.settings.maxBodyBytes);
    const body = await readBody(this.request, maxBytes);
    return parseExactly(bodyText(body, maxBytes), 'the request body');
  }

  /** The value of the Accept header without its parameters. */
  get accept(): string {
    return (this.request.headers.accept ?? '').split(';', 1)[0]!.trim().toLowerCase();
  }
}

export function decodeParameters(raw: Record<string, string | undefined>): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const name of Object.keys(raw)) decoded[name] = decodePart(raw[name] ?? '', name);
  return decoded;
}
