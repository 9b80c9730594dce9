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

addProtocol('replaceable', async ({ url: address, headers = {}, cache }, { signal }) => {
  const url = hubAddress(address);
  const response = await fetch(url, { headers, signal, ...(cache ? { cache } : {}) }).catch(
    (error: Error) => {
      throw error.name === 'AbortError' ? error : new AJAXError(0, error.message, url, new Blob());
    },
  );
  if (!response.ok) throw new AJAXError(response.status, response.statusText, url, await response.blob());
  const tag = response.headers.get('ETag');
  return {
    data: await response.arrayBuffer(),
    cacheControl: response.headers.get('Cache-Control'),
    expires: response.headers.get('Expires'),
    ...(tag === null ? {} : { etag: `${tag} ${url}` }),
  };
});
