import { Cookies } from './cookies.ts';
import { notJson, readError, UnreachableError } from './error.ts';
import { type Delay, type RetryTimeout, retryTimeoutOf, withRetry } from './retry.ts';

export type ClientOptions = RetryTimeout & {
  /** Where the hub is: `http://127.0.0.1:8080`. */
  url: string;
  /** An access token; a few calls need none. */
  token?: string | undefined;
  /** Somebody signed in, as `account.session` gave it. Browsers keep their cookies themselves. */
  session?: string | undefined;
  /** For browsers: `include` sends cookies to a hub of another origin, which must list this origin. */
  credentials?: 'omit' | 'same-origin' | 'include';
  /** Names the calling program to the hub. */
  clientId?: string;
  /** Called before every such wait. */
  onDelay?: (delay: Delay) => void;
  /** Reads JSON; by default `JSON.parse`, for which 9007199254740993 is …992. */
  parse?: (text: string) => unknown;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
};

/** What every call takes besides its own arguments; the retry timeout replaces that of the client. */
export type CallOptions = RetryTimeout & {
  signal?: AbortSignal | undefined;
};

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Encoded `name=value` pairs. */
  query?: readonly string[];
  /** A JSON value; bytes are sent unchanged. */
  body?: unknown;
  contentType?: string;
  headers?: Record<string, string>;
  accept?: string;
  /** Sent with the session cookies rather than with the token. */
  session?: boolean;
  /** Whether it may be repeated after a lost response; by default all but POST. */
  idempotent?: boolean;
};

/** Sends calls to one hub with one token. */
export class Connection {
  readonly url: string;
  readonly cookies: Cookies;
  readonly #options: ClientOptions;
  readonly #fetch: typeof fetch;
  readonly #parse: (text: string) => unknown;

  constructor(options: ClientOptions) {
    this.url = hubAddress(options.url);
    this.cookies = new Cookies(options.session);
    this.#options = options;
    this.#fetch = options.fetch ?? fetch;
    this.#parse = options.parse ?? JSON.parse;
  }

  /** The parsed response body, or undefined without one; an error response is thrown. */
  async call<Body>(call: Call, options?: CallOptions): Promise<Body> {
    return this.read(call, (response) => this.#parsed<Body>(response), options);
  }

  /** The response body as bytes. */
  async bytes(call: Call, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.read(call, (response) => response.arrayBuffer(), options));
  }

  /** Reads a successful response; a connection that breaks meanwhile counts as no response. */
  read<T>(call: Call, read: (response: Response) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const { method = 'GET' } = call;
    const { signal } = options;
    const retryTimeoutMs = retryTimeoutOf(options) ?? retryTimeoutOf(this.#options) ?? 0;
    const { onDelay } = this.#options;
    const idempotent = call.idempotent ?? method !== 'POST';
    return withRetry(() => this.#attempt(call, read, signal), {
      retryTimeoutMs,
      idempotent,
      onDelay,
      signal,
    });
  }

  async #attempt<T>(
    call: Call,
    read: (response: Response) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const request = this.#request(call, signal);
    // Called as a function of its own: browsers refuse fetch as a method of another object.
    const send = this.#fetch;
    try {
      const response = await send(this.#address(call), request);
      if (call.session) this.cookies.take(response.headers);
      if (response.ok) return await read(response);
      throw await readError(response, this.url);
    } catch (error) {
      // What fetch throws if there is no response, or only the beginning of one.
      if (error instanceof TypeError) throw new UnreachableError(this.url, error);
      throw error;
    }
  }

  async #parsed<Body>(response: Response): Promise<Body> {
    const text = await response.text();
    if (text === '') return undefined as Body;
    try {
      return this.#parse(text) as Body;
    } catch (error) {
      if (error instanceof SyntaxError) throw notJson(response, text, this.url);
      throw error;
    }
  }

  #address({ path, query = [] }: Call): string {
    const { clientId } = this.#options;
    const pairs = clientId === undefined ? query : [...query, `clientId=${encodeURIComponent(clientId)}`];
    return this.url + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
  }

  #request(call: Call, signal: AbortSignal | undefined): RequestInit {
    const { method = 'GET', body, contentType = 'application/json', session = false } = call;
    const { token, credentials } = this.#options;
    const headers: Record<string, string> = {
      Accept: call.accept ?? 'application/json, application/geo+json',
      ...call.headers,
    };
    const cookies = session ? this.cookies.toString() : '';
    if (cookies !== '') headers.Cookie = cookies;
    if (!session && token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers['Content-Type'] = contentType;
    return {
      method,
      headers,
      ...(body !== undefined && { body: body instanceof Uint8Array ? asBody(body) : JSON.stringify(body) }),
      ...(credentials && { credentials }),
      ...(signal && { signal }),
    };
  }
}

/** fetch takes bytes that belong to an ArrayBuffer, which those made here do. */
function asBody(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}

function hubAddress(text: string): string {
  const { protocol } = URL.parse(text) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new RangeError(`${JSON.stringify(text)} is no address of a hub, such as http://127.0.0.1:8080`);
  return text.replace(/\/+$/, '');
}

/**
 * An id as a part of a path. URLs resolve `.` and `..` even when encoded, and an empty part names the collection:
 * a call with one of these would reach something else, perhaps to delete it.
 */
export function segment(id: string): string {
  if (id === '' || id === '.' || id === '..')
    throw new TypeError(
      `${JSON.stringify(id)} cannot be the last part of a URL; use a call that takes a list of ids`,
    );
  return encodeURIComponent(id);
}
