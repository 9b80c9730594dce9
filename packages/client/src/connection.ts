import { readError } from './error.ts';

export type ClientOptions = {
  /** Where the hub is: `http://127.0.0.1:8080`. */
  url: string;
  /** An access token; a few calls need none. */
  token?: string;
  /** Stands in for the global `fetch`. */
  fetch?: typeof fetch;
};

/** What every call takes besides its own arguments. */
export type CallOptions = { signal?: AbortSignal };

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Encoded `name=value` pairs. */
  query?: readonly string[];
  body?: unknown;
  contentType?: string;
  accept?: string;
};

/** Sends calls to one hub with one token. */
export class Connection {
  readonly #url: string;
  readonly #token: string | undefined;
  readonly #fetch: typeof fetch;

  constructor({ url, token, fetch: given = fetch }: ClientOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
    this.#fetch = given;
  }

  /** The parsed answer, or undefined where there is no body; anything but a success is thrown. */
  async call<Answer>(call: Call, { signal }: CallOptions = {}): Promise<Answer> {
    const { method = 'GET', path, query = [], body, contentType = 'application/json' } = call;
    const headers: Record<string, string> = {
      Accept: call.accept ?? 'application/json, application/geo+json',
    };
    if (this.#token !== undefined) headers.Authorization = `Bearer ${this.#token}`;
    if (body !== undefined) headers['Content-Type'] = contentType;
    // Called as a function of its own: browsers refuse fetch as a method of another object.
    const send = this.#fetch;
    const response = await send(this.#url + path + (query.length > 0 ? `?${query.join('&')}` : ''), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (!response.ok) throw await readError(response);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
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
