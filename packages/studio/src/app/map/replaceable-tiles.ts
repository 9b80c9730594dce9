import { AJAXError, addProtocol } from 'maplibre-gl';

const PREFIX = 'replaceable://';

/**
 * The same tiles, for sources that change their filter while they are shown. MapLibre goes on drawing a tile whose ETag is the
 * same as before, and those of the hub say nothing about the query: here the address is part of them.
 */
export function replaceableTiles(tiles: string): string {
  return PREFIX + tiles;
}

export function isReplaceable(address: string | undefined): boolean {
  return address?.startsWith(PREFIX) === true;
}

/** Where such a tile is at the hub; other addresses are what they are. */
export function hubAddress(address: string): string {
  return isReplaceable(address) ? address.slice(PREFIX.length) : address;
}

/** Responses by their address that are on their way before MapLibre asks for them. */
const ahead = new Map<string, { response: Promise<Response | undefined>; running: AbortController }>();

/**
 * Asks the hub for tiles that MapLibre will want soon; it gets them when it does. Until the function it returns is called: then
 * those are forgotten that it did not want.
 */
export function askAhead(urls: Iterable<string>, init: RequestInit): () => void {
  const asked = [...new Set(urls)].filter((url) => !ahead.has(url));
  for (const url of asked) {
    const running = new AbortController();
    // Whatever went wrong, MapLibre asks for itself.
    const response = fetch(url, { ...init, signal: running.signal }).catch(() => undefined);
    ahead.set(url, { response, running });
  }
  return () => {
    for (const url of asked) {
      ahead.get(url)?.running.abort();
      ahead.delete(url);
    }
  };
}

async function takeAhead(url: string, signal: AbortSignal): Promise<Response | undefined> {
  const taken = ahead.get(url);
  ahead.delete(url);
  if (!taken) return undefined;
  signal.addEventListener('abort', () => taken.running.abort(), { once: true });
  const response = await taken.response;
  signal.throwIfAborted();
  return response;
}

addProtocol('replaceable', async ({ url: address, headers = {}, cache }, { signal }) => {
  const url = hubAddress(address);
  const response =
    (await takeAhead(url, signal)) ??
    (await fetch(url, { headers, signal, ...(cache ? { cache } : {}) }).catch((error: Error) => {
      throw error.name === 'AbortError' ? error : new AJAXError(0, error.message, url, new Blob());
    }));
  if (!response.ok) throw new AJAXError(response.status, response.statusText, url, await response.blob());
  const tag = response.headers.get('ETag');
  return {
    data: await response.arrayBuffer(),
    cacheControl: response.headers.get('Cache-Control'),
    expires: response.headers.get('Expires'),
    ...(tag === null ? {} : { etag: `${tag} ${url}` }),
  };
});
