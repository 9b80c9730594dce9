import { setTimeout as wait } from 'node:timers/promises';
import { FormatFault } from '../fault.ts';
import type { Source } from '../source.ts';
import { shownAddress } from './address.ts';
import { isNetworkError, type WebClient, type WebResponse } from './web-client.ts';

/** Times in a row that a connection may break off without a byte having come. */
const MAX_BREAKS = 5;

export type RemoteFile = {
  source: Source;
  /** What makes it this very file; undefined where the server does not tell, and an import cannot be resumed. */
  fingerprint: readonly (string | number)[] | undefined;
};

/** A file of a web server. If the connection breaks off, the rest is asked for. */
export async function remoteFile(web: WebClient, address: URL): Promise<RemoteFile> {
  const first = await web.get(address);
  const { headers } = first;
  const validator = validatorOf(first);
  const length = headers['content-length'];
  const size = length === undefined ? undefined : Number(length);
  let isUsed = false;
  const source: Source = {
    name: nameOf(first),
    ...(size !== undefined && { size }),
    stream: () => {
      const response = isUsed ? undefined : first;
      isUsed = true;
      return stream(web, address, response, validator, size);
    },
  };
  const fingerprint =
    validator === undefined ? undefined : [address.href, validator, ...(size === undefined ? [] : [size])];
  return { source, fingerprint };
}

async function* stream(
  web: WebClient,
  address: URL,
  first: WebResponse | undefined,
  validator: string | undefined,
  size: number | undefined,
): AsyncGenerator<Uint8Array> {
  let response = first ?? (await web.get(address));
  let at = 0;
  for (let breaks = 0; ; ) {
    try {
      for await (const chunk of response.body) {
        at += chunk.length;
        breaks = 0;
        yield chunk;
      }
      if (size !== undefined && at < size)
        throw new FormatFault('truncated', shownAddress(address), `ends after ${at} of ${size} bytes`);
      return;
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      if (++breaks > MAX_BREAKS || validator === undefined)
        throw new FormatFault(
          'truncated',
          shownAddress(address),
          `the connection broke off after ${at} bytes${validator === undefined ? ', and the server has no ETag or Last-Modified by which the rest could be read' : ''}`,
        );
      await wait(2 ** breaks * 50);
      response = await rest(web, address, at, validator);
    }
  }
}

async function rest(web: WebClient, address: URL, at: number, validator: string): Promise<WebResponse> {
  const response = await web.get(address, { range: `bytes=${at}-`, 'if-range': validator });
  const from = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1];
  if (response.status === 206 && Number(from) === at) return response;
  throw new FormatFault(
    'truncated',
    shownAddress(address),
    `the connection broke off after ${at} bytes, and the server does not send the rest: the file changed, or ranges are not supported`,
  );
}

/** Only a strong ETag, or a time, says that bytes are the same. */
function validatorOf({ headers }: WebResponse): string | undefined {
  const { etag } = headers;
  return etag !== undefined && !etag.startsWith('W/') ? etag : headers['last-modified'];
}

/** For the format: what the server calls it, else the end of the path. */
function nameOf({ headers, url }: WebResponse): string {
  const given = /filename="?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1];
  return given ?? decodeURIComponent(url.pathname.split('/').findLast((part) => part !== '') ?? url.host);
}
