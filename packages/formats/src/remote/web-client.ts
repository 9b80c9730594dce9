import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { FormatFault } from '../fault.ts';
import { readWhole } from '../text/byte-reader.ts';
import { shownAddress } from './address.ts';

/** Not imported: an import reads all exports, and that of web sockets loads Node's fetch, which nothing here needs. */
const { request: plainRequest } = process.getBuiltinModule('node:http');

export type WebOptions = {
  /** For the server of the address that was given, and no other: redirects and links may lead elsewhere. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Called before every request, those of redirects included; throws where it must not be made. */
  check?: (url: URL) => void;
  /** Resolves the names of hosts; the addresses that it returns are those that are connected to. */
  lookup?: LookupFunction;
  /** Bytes of all responses together. */
  maxBytes?: number;
};

export type WebResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Uint8Array>;
  /** After redirects. */
  url: URL;
};

const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BUSY = new Set([429, 502, 503, 504]);
const TRIES = 4;
/** A server that says nothing for so long is given up. */
const IDLE_MS = 120_000;
const MAX_WAIT_S = 60;

/** GET requests for one address and what it leads to. */
export class WebClient {
  readonly #options: WebOptions;
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  #bytes = 0;

  constructor(address: URL, options: WebOptions = {}) {
    this.#options = options;
    this.#origin = address.origin;
    const { username, password } = address;
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = {
      ...(username !== '' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      ...options.headers,
    };
  }

  /** A response with a body to be read, after redirects; a server that is busy is asked again. */
  async get(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<WebResponse> {
    for (let tried = 1; ; tried++) {
      const response = await this.#follow(url, headers, tried);
      if (response === undefined) continue;
      const { status } = response;
      if (status === 200 || status === 206) return response;
      const text = await startOf(response.body);
      if (BUSY.has(status) && tried < TRIES) {
        await this.#wait(tried, response.headers['retry-after']);
        continue;
      }
      // A page says in many words what the status does.
      const isPage =
        /html/i.test(response.headers['content-type'] ?? '') || /^\s*<(?:!doctype html|html)\b/i.test(text);
      const said = isPage ? '' : text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
      throw new FormatFault(
        'unavailable',
        shownAddress(url),
        `the server responds with ${status}${said === '' ? '' : `: ${said}`}`,
      );
    }
  }

  /** A whole response, which has to fit into memory. */
  async bytes(
    url: URL,
    maxBytes: number,
    accept = '*/*',
  ): Promise<{ bytes: Uint8Array; headers: IncomingHttpHeaders }> {
    for (let tried = 1; ; tried++) {
      const { body, headers } = await this.get(url, { accept });
      try {
        return { bytes: await readWhole(body, maxBytes, shownAddress(url)), headers };
      } catch (error) {
        if (!isNetworkError(error) || tried >= TRIES) throw asFault(error, url);
        await this.#wait(tried);
      }
    }
  }

  /** Undefined where the connection failed and it is worth another try. */
  async #follow(
    url: URL,
    headers: Readonly<Record<string, string>>,
    tried: number,
  ): Promise<WebResponse | undefined> {
    let at = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      let response: IncomingMessage;
      try {
        response = await this.#request(at, headers);
      } catch (error) {
        if (!isNetworkError(error) || tried >= TRIES) throw asFault(error, at);
        await this.#wait(tried);
        return undefined;
      }
      const status = response.statusCode!;
      const { location } = response.headers;
      if (!REDIRECTS.has(status) || location === undefined)
        return { status, headers: response.headers, body: this.#counted(response, at), url: at };
      response.resume();
      if (!URL.canParse(location, at))
        throw new FormatFault('unavailable', shownAddress(at), 'redirects to no address');
      at = new URL(location, at);
    }
    throw new FormatFault('unavailable', shownAddress(url), `redirects more than ${MAX_REDIRECTS} times`);
  }

  #request(url: URL, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    const { check, lookup, signal } = this.#options;
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new FormatFault(
        'unsafe',
        shownAddress(url),
        `leads to ${url.protocol}, only http and https are read`,
      );
    check?.(url);
    const target = new URL(url);
    target.username = '';
    target.password = '';
    const request = url.protocol === 'https:' ? secureRequest : plainRequest;
    return new Promise((resolve, reject) => {
      const sent = request(target, {
        // Ranges count bytes of the file as it lies, and a compressed response would have others.
        headers: {
          'user-agent': 'meridian',
          'accept-encoding': 'identity',
          ...(url.origin === this.#origin && this.#headers),
          ...headers,
        },
        ...(signal && { signal }),
        ...(lookup && { lookup }),
        timeout: IDLE_MS,
      });
      sent.once('timeout', () => sent.destroy(new NetworkError(`said nothing for ${IDLE_MS / 1000} s`)));
      sent.once('error', reject);
      sent.once('response', resolve);
      sent.end();
    });
  }

  async *#counted(body: AsyncIterable<Uint8Array>, url: URL): AsyncGenerator<Uint8Array> {
    const { maxBytes = Number.POSITIVE_INFINITY } = this.#options;
    for await (const chunk of body) {
      this.#bytes += chunk.length;
      if (this.#bytes > maxBytes)
        throw new FormatFault('tooLarge', shownAddress(url), `sends more than the ${maxBytes} bytes allowed`);
      yield chunk;
    }
  }

  async #wait(tried: number, retryAfter?: string): Promise<void> {
    const asked = Number(retryAfter);
    const seconds = Number.isFinite(asked) && asked > 0 ? Math.min(asked, MAX_WAIT_S) : 2 ** (tried - 1) / 4;
    await wait(seconds * 1000, undefined, this.#options.signal && { signal: this.#options.signal });
  }
}

class NetworkError extends Error {
  readonly code = 'ETIMEDOUT';
}

const NETWORK_ERRORS =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|HPE_|ERR_STREAM_PREMATURE_CLOSE)/;

/** Connections that fail or break off. What a check refuses, and a certificate that is wrong, is none. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof Error && NETWORK_ERRORS.test(String((error as { code?: unknown }).code));
}

function asFault(error: unknown, url: URL): unknown {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (error instanceof FormatFault || name === 'AbortError' || !(error instanceof Error)) return error;
  return new FormatFault(
    'unavailable',
    shownAddress(url),
    `cannot be read: ${error.message || String(code)}`,
  );
}

async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.length > 1000) break;
  }
  return text;
}
