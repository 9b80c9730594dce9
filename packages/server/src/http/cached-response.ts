import { Fault, type ReadTicket } from '@meridian/hub';
import { collected } from './collected.ts';
import type { Context } from './context.ts';
import type { Response } from './response/response.ts';
import { CachedBody } from './response-cache.ts';
import type { Flight } from './single-flight.ts';

const OF_NO_CONCERN = /(?<=[?&])(?:access_token|v)=[^&]*&?/g;

/** Thrown for a request that is only to be responded to from the cache: it begins again elsewhere. */
export class NotCached extends Error {}

/** Computes a response. It must read with the options it is given: others may wait for it too. */
type Make = (options: ReadTicket) => Response | Promise<Response>;

/**
 * The cached response to this very request and state, or else the one that `make` gives, which is computed once for all
 * requests that wait for it, and cached from then on. The caller's right to read has been decided before. `etag` stands for
 * everything the response depends on besides the request itself: it must name nothing of the caller.
 */
export function cachedOrComputed(
  context: Context,
  etag: string,
  make: Make,
  skipCache: boolean,
): Response | Promise<Response> {
  const { flights, responseCache } = context.service;
  if (context.isOnlyCached) {
    const cached = skipCache ? undefined : responseCache.find(keyOf(context, etag));
    if (cached) return responseOf(cached);
    throw new NotCached();
  }
  if (skipCache) return make(context.readOptions);
  const key = keyOf(context, etag);
  const flight = flights.get(key);
  if (flight) return follow(context, flight, make, () => cachedOrComputed(context, etag, make, skipCache));
  const body = responseCache.get(key);
  if (body) return responseOf(body);
  return lead(context, key, make, true);
}

/** The same for what is computed once for all who wait for it, but not cached. */
export function coalesced(context: Context, etag: string, make: Make): Promise<Response> {
  if (context.isOnlyCached) throw new NotCached();
  const key = keyOf(context, etag);
  const flight = context.service.flights.get(key);
  if (flight) return follow(context, flight, make, () => coalesced(context, etag, make));
  return lead(context, key, make, false);
}

/** What a response depends on. A token in the URL says nothing about it, nor does the version that TileJSON names. */
function keyOf({ request: { url, headers } }: Context, etag: string): string {
  return `${etag} ${headers.accept ?? ''} ${url!.replace(OF_NO_CONCERN, '')}`;
}

function responseOf(body: CachedBody): Response {
  return { status: 200, headers: { 'Content-Type': body.type }, body };
}

async function lead(context: Context, key: string, make: Make, isCached: boolean): Promise<Response> {
  const { flights, responseCache } = context.service;
  const options = context.readOptions;
  const flight = flights.begin(key, options.clientKey);
  flight.board(options.signal);
  try {
    const response = await make({ ...options, signal: flight.signal });
    if (isPassing(response)) {
      flight.land(undefined);
      return response;
    }
    const type = response.headers['Content-Type']!;
    const body = await wholeBody(response, context, flight);
    if (flight.signal.aborted) {
      await discard(response);
      throw new Fault('unavailable', 'the caller has gone');
    }
    if (body instanceof Uint8Array) {
      const shared = new CachedBody(type, body);
      if (isCached) responseCache.keep(key, shared);
      flight.land(shared);
      return { ...response, body: shared };
    }
    flight.land(undefined);
    const whole = (bytes: Uint8Array) => responseCache.keep(key, new CachedBody(type, bytes));
    return {
      ...response,
      body,
      ...(isCached ? { keep: { maxBytes: responseCache.maxBodyBytes, whole } } : {}),
    };
  } catch (error) {
    flight.fail(error);
    throw error;
  }
}

/** What the next request may get another response to: nobody else is given it. */
function isPassing({ headers }: Response): boolean {
  return headers['Cache-Control'] === 'no-store';
}

async function wholeBody({ body }: Response, { service }: Context, flight: Flight) {
  if (typeof body === 'string') return Buffer.from(body);
  if (body === undefined || body instanceof Uint8Array) return body ?? new Uint8Array(0);
  if (body instanceof CachedBody) return body.bytes;
  if ('file' in body) throw new TypeError('files are sent as they are: nothing of them is cached');
  return collected(body, flight, service.flights);
}

/** Ends the read of a response that nobody is sent. */
async function discard({ body }: Response): Promise<void> {
  if (typeof body === 'object' && 'stream' in body) await body.stream.return(undefined as never);
}

/** `again`: for when the one who asked first was refused for something that is no concern of this caller. */
async function follow(
  context: Context,
  flight: Flight,
  make: Make,
  again: () => Response | Promise<Response>,
): Promise<Response> {
  const options = context.readOptions;
  const { leave } = flight.board(options.signal);
  try {
    const body = await flight.landed(options.signal);
    return body ? responseOf(body) : make(options);
  } catch (error) {
    const isRefusal = error instanceof Fault && error.kind === 'unavailable';
    if (isRefusal && flight.clientKey !== options.clientKey && !options.signal.aborted) return again();
    throw error;
  } finally {
    leave();
  }
}
