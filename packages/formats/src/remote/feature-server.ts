import { FormatFault } from '../fault.ts';
import { parameterOf, shownAddress, withParameters } from './address.ts';
import { jsonOf } from './json-response.ts';
import type { Pages } from './paged-reader.ts';
import type { WebClient } from './web-client.ts';

type Layer = { id?: unknown; name?: unknown };
type Document = Record<string, unknown>;

/** Of servers that do not say how many they send. */
const PAGE_FEATURES = 1000;
/** As many numbers as fit into an address. */
const IDS_PER_PAGE = 150;

/** Features of a layer of an Esri FeatureServer or MapServer, as Esri JSON. */
export async function* featureServerPages(
  web: WebClient,
  address: URL,
  layerName: string | undefined,
  maxBytes: number,
): Pages {
  const layer = await layerUrl(web, address, layerName, maxBytes);
  const about = await esriOf(web, withParameters(layer, { f: 'json' }), maxBytes);
  const query = new URL(layer);
  query.pathname += '/query';
  const asked = withParameters(query, {
    f: 'json',
    where: parameterOf(address, 'where') ?? '1=1',
    outFields: parameterOf(address, 'outFields') ?? '*',
    returnGeometry: 'true',
    returnZ: about.hasZ === true ? 'true' : undefined,
    // Not to be kept, but to be told of.
    returnM: about.hasM === true ? 'true' : undefined,
  });
  const { count } = await esriOf(web, withParameters(asked, { returnCountOnly: 'true' }), maxBytes);
  const expected = typeof count === 'number' ? count : undefined;
  const most = Number(about.maxRecordCount) > 0 ? Number(about.maxRecordCount) : PAGE_FEATURES;
  const key = keyField(about);
  const { supportsPagination } = (about.advancedQueryCapabilities ?? {}) as Document;
  const read =
    supportsPagination === true
      ? yield* byOffset(web, asked, key, Math.min(most, PAGE_FEATURES), expected, maxBytes)
      : yield* byIds(web, asked, Math.min(most, IDS_PER_PAGE), maxBytes);
  if (expected !== undefined) assertAll(read, expected, address);
}

function assertAll(read: number, expected: number, address: URL): void {
  if (read < expected)
    throw new FormatFault(
      'truncated',
      shownAddress(address),
      `has ${expected} features, but its pages had ${read}`,
    );
}

async function* byOffset(
  web: WebClient,
  query: URL,
  key: string | undefined,
  size: number,
  expected: number | undefined,
  maxBytes: number,
): AsyncGenerator<Awaited<ReturnType<typeof page>>, number, number> {
  for (let read = 0; ; ) {
    const url = withParameters(query, {
      orderByFields: key,
      resultOffset: String(read),
      resultRecordCount: String(size),
    });
    const next = await page(web, url, maxBytes);
    const count = yield next;
    read += count;
    // A server may send fewer than it was asked for, and say that there are more.
    const isEnd = expected === undefined ? !next.hasMore : read >= expected;
    if (count === 0 || isEnd) return read;
  }
}

async function* byIds(
  web: WebClient,
  query: URL,
  size: number,
  maxBytes: number,
): AsyncGenerator<Awaited<ReturnType<typeof page>>, number, number> {
  const { objectIds } = await esriOf(web, withParameters(query, { returnIdsOnly: 'true' }), maxBytes);
  const ids = Array.isArray(objectIds) ? objectIds.map(Number).sort((a, b) => a - b) : [];
  let read = 0;
  for (let at = 0; at < ids.length; at += size) {
    const url = withParameters(query, { where: undefined, objectIds: ids.slice(at, at + size).join(',') });
    read += yield await page(web, url, maxBytes);
  }
  // The server may not have said how many there are.
  assertAll(read, ids.length, query);
  return read;
}

async function page(web: WebClient, url: URL, maxBytes: number) {
  const { bytes, document } = await jsonOf(web, url, maxBytes);
  refuseError(document, url);
  return { bytes, format: 'esrijson' as const, hasMore: document.exceededTransferLimit === true };
}

/** The layer that the address names, or the only one of the service, or the one that is asked for. */
async function layerUrl(
  web: WebClient,
  address: URL,
  name: string | undefined,
  maxBytes: number,
): Promise<URL> {
  const url = withParameters(address, { where: undefined, outFields: undefined, f: undefined });
  url.pathname = url.pathname.replace(/\/(?:query\/?)?$/, '');
  if (/\/\d+$/.test(url.pathname)) return url;
  const { layers } = await esriOf(web, withParameters(url, { f: 'json' }), maxBytes);
  const all = Array.isArray(layers) ? (layers as Layer[]) : [];
  const chosen =
    name === undefined ? all : all.filter((layer) => layer.name === name || String(layer.id) === name);
  if (chosen.length !== 1) {
    const names = all.map((layer) => String(layer.name)).join(', ') || 'none';
    throw new FormatFault(
      'option',
      shownAddress(address),
      name === undefined
        ? `has the layers ${names}: choose one (layer)`
        : `has no layer ${name}: it has ${names}`,
    );
  }
  url.pathname += `/${String(chosen[0]!.id)}`;
  return url;
}

function keyField({ objectIdField, objectIdFieldName, fields }: Document): string | undefined {
  const named = objectIdField ?? objectIdFieldName;
  if (typeof named === 'string') return named;
  const list = Array.isArray(fields) ? (fields as Document[]) : [];
  const found = list.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  return typeof found === 'string' ? found : undefined;
}

async function esriOf(web: WebClient, url: URL, maxBytes: number): Promise<Document> {
  const { document } = await jsonOf(web, url, maxBytes);
  refuseError(document, url);
  return document;
}

/** These servers report errors with status 200. */
function refuseError({ error }: Document, url: URL): void {
  if (typeof error !== 'object' || error === null) return;
  const { code, message, details } = error as Document;
  const said = [message, ...(Array.isArray(details) ? details : [])].filter((text) => text).join(' ');
  throw new FormatFault('unavailable', shownAddress(url), `the server reports ${String(code)}: ${said}`);
}
