import type { IncomingHttpHeaders } from 'node:http';
import { empty, type Headers, type Response, vary } from './response.ts';

const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';
const EXPOSED =
  'Stream-Id, ETag, Retry-After, Link, Location, Allow, Content-Crs, Content-Range, Accept-Ranges, RateLimit, RateLimit-Policy, Meridian-Building';
const USUAL_HEADERS =
  'Authorization, Content-Type, Content-Encoding, Content-Crs, Accept, If-Match, If-None-Match, If-Range, Range, Stream-Id';

/** Whether a browser asks before the real request; what else asks for OPTIONS wants to know what it may do. */
export function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers['access-control-request-method'] !== undefined;
}

/** Lets pages of other origins in: any (without their cookies), or those listed (with them). */
export class Cors {
  readonly #any: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#any = origins.includes('*');
    this.#origins = new Set(origins);
  }

  mark(headers: Headers, request: IncomingHttpHeaders): void {
    const { origin } = request;
    if (!this.#any || this.#origins.size > 1) vary(headers, 'Origin');
    if (origin === undefined) return;
    if (this.#origins.has(origin)) {
      headers['Access-Control-Allow-Origin'] = origin;
      headers['Access-Control-Allow-Credentials'] = 'true';
    } else if (this.#any) headers['Access-Control-Allow-Origin'] = '*';
    else return;
    headers['Access-Control-Expose-Headers'] = EXPOSED;
  }

  /** What a browser asks before it sends the real request. */
  preflight(request: IncomingHttpHeaders): Response {
    const response = empty(204);
    response.headers['Access-Control-Allow-Methods'] = METHODS;
    response.headers['Access-Control-Allow-Headers'] =
      request['access-control-request-headers'] ?? USUAL_HEADERS;
    response.headers['Access-Control-Max-Age'] = '86400';
    return response;
  }
}
