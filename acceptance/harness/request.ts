import type { ClientRequest, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request as openEncrypted } from 'node:https';

/** Not imported: that would load Node's fetch in every test process, too. */
const { request: open } = process.getBuiltinModule('node:http');

export interface Ask {
  /** A JSON value; a string or Buffer goes out as it is. */
  body?: unknown;
  /** A header set to undefined is not sent, not even the default content type. */
  headers?: OutgoingHttpHeaders;
  /** Sent as bearer; null sends no credentials at all. */
  token?: string | null;
}

export interface HubResponse<T> {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed JSON; undefined where the response is no JSON or is compressed. */
  body: T;
}

export interface Exchange<T> {
  request: ClientRequest;
  response: Promise<HubResponse<T>>;
}

/**
 * Opens a request and leaves the body to the caller. node:http rather than fetch, because fetch
 * rewrites paths (`/a/%2E%2E`), forbids headers and hides what really came over the wire.
 */
export function begin<T>(
  url: string,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
): Exchange<T> {
  const { hostname, port, protocol } = new URL(url);
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const options = { hostname, port, method, path, headers: sent, agent: false as const };
  // Certificates of the tests are signed by nobody.
  const request =
    protocol === 'https:' ? openEncrypted({ ...options, rejectUnauthorized: false }) : open(options);
  const response = new Promise<HubResponse<T>>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = incoming;
        try {
          resolve({ status, headers, bytes, ...readJson<T>(bytes, headers) });
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  });
  // A caller that closes the request on purpose need not wait for its response.
  response.catch(() => {});
  return { request, response };
}

export function send<T>(url: string, method: string, path: string, ask: Ask = {}): Promise<HubResponse<T>> {
  const { body, token } = ask;
  const { request, response } = begin<T>(url, method, path, {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token == null ? {} : { authorization: `Bearer ${token}` }),
    ...ask.headers,
  });
  if (body === undefined) request.end();
  else request.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body));
  return response;
}

function readJson<T>(bytes: Buffer, headers: IncomingHttpHeaders): { text: string; body: T } {
  const text = bytes.toString('utf8');
  const readable =
    /\bjson\b/.test(headers['content-type'] ?? '') && !headers['content-encoding'] && text !== '';
  return { text, body: (readable ? JSON.parse(text) : undefined) as T };
}
