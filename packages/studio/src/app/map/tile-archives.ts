import { type AddProtocolAction, AJAXError, addProtocol } from 'maplibre-gl';
import { PMTiles, Protocol, ResolvedValueCache } from 'pmtiles';

const PREFIX = 'pmtiles://';

const protocol = new Protocol();
const read: AddProtocolAction = protocol.tile;

/** A file of tiles as the address of a source. What of it could not be read is read again when it is next asked for. */
export function tileArchive(url: string): string {
  if (!protocol.get(url)) protocol.add(new PMTiles(url, new ResolvedValueCache()));
  return PREFIX + url;
}

export function isTileArchive(address: string): boolean {
  return address.startsWith(PREFIX);
}

addProtocol('pmtiles', async (request, running) => {
  try {
    return await read(request, running);
  } catch (error) {
    throw isUnanswered(error as Error)
      ? new AJAXError(0, (error as Error).message, request.url, new Blob())
      : error;
  }
});

/** No answer at all, or none but that there will be one later: the library says only so. */
function isUnanswered({ name, message }: Error): boolean {
  return name === 'TypeError' || /^Bad response code: (429|5\d\d)$/.test(message);
}
