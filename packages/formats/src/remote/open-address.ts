import { FormatFault } from '../fault.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { nodePlatform } from '../node/platform.ts';
import type { ReadOptions } from '../options.ts';
import { type FeatureReader, readerFor } from '../read.ts';
import { isDatabaseAddress, type ServiceId, serviceOf, shownAddress } from './address.ts';
import { featureServerPages } from './feature-server.ts';
import { remoteFile } from './http-source.ts';
import { ogcApiPages } from './ogc-api.ts';
import { PagedReader, type Pages } from './paged-reader.ts';
import { PostgisReader } from './postgis.ts';
import { WebClient, type WebOptions } from './web-client.ts';
import { wfsPages } from './wfs.ts';

export type RemoteOptions = WebOptions & {
  /** Else by the address. */
  service?: ServiceId | 'file';
  /** Of a database: the query whose rows are features. */
  sql?: string;
};

export type RemoteInput = {
  /** The address without secrets, for messages. */
  name: string;
  /** What makes it this very data set, where an interrupted import of it can be resumed. */
  fingerprint: readonly (string | number)[] | undefined;
  read(options: ReadOptions): FeatureReader;
};

/** Opens an address for reading; asks the server only where it is a file. */
export async function openAddress(address: string, options: RemoteOptions = {}): Promise<RemoteInput> {
  if (!URL.canParse(address)) throw new FormatFault('option', address.slice(0, 80), 'is no address');
  const name = shownAddress(address);
  if (isDatabaseAddress(address))
    return {
      name,
      fingerprint: undefined,
      read: (read) => new PostgisReader(address, name, options.sql, read),
    };
  if (options.sql !== undefined)
    throw new FormatFault('option', name, 'is no database, to which a query could go');
  const url = new URL(address);
  const web = new WebClient(url, options);
  const service = options.service ?? serviceOf(url) ?? 'file';
  if (service === 'file') {
    const { source, fingerprint } = await remoteFile(web, url);
    return { name, fingerprint, read: (read) => readerFor(nodePlatform)(source, read) };
  }
  return {
    name,
    fingerprint: undefined,
    read: (read) => new PagedReader(name, pagesOf(service, web, url, read), read),
  };
}

function pagesOf(service: ServiceId, web: WebClient, url: URL, { layer, limits }: ReadOptions): Pages {
  const { documentBytes } = { ...DEFAULT_LIMITS, ...limits };
  if (service === 'ogcapi') return ogcApiPages(web, url, documentBytes);
  if (service === 'wfs') return wfsPages(web, url, layer, documentBytes);
  return featureServerPages(web, url, layer, documentBytes);
}
