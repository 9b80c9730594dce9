import { invalid, isObject, type JsonObject, NAMESPACE, type SchemaReader } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { decodePart, readTarget } from '../http/request/target.ts';

type Reader = (context: Context, first: string, second: string) => Promise<unknown>;

/** What may hold a schema. It is read here and now, with the rights of the caller; no request is made. */
const SCHEMA_PATHS: readonly [path: RegExp, read: Reader][] = [
  [
    /^\/hub\/spaces\/([^/]+)\/features\/([^/]+)$/,
    async (context, spaceId, featureId) => {
      const space = context.hub.features.openForReading(context.caller, spaceId);
      const [text] = await space.byId([featureId], {}, context.ticket);
      return text && JSON.parse(text);
    },
  ],
  [
    /^\/hub\/spaces\/([^/]+)$/,
    async ({ hub, caller }, spaceId) => plainJson(await hub.spaces.get(caller, spaceId)),
  ],
  [
    /^\/project-api\/projects\/([^/]+)$/,
    async ({ hub, caller }, projectId) => JSON.parse((await hub.projects.get(caller, projectId)).text),
  ],
];

/** Reads what definitions of spaces name by its address: a path of this server, or a URL that leads here. */
export function schemaReader(context: Context): SchemaReader {
  return async (address, name) => {
    const { path, pointer } = readAddress(context, address, name);
    for (const [pattern, read] of SCHEMA_PATHS) {
      const [, first, second = ''] = pattern.exec(path) ?? [];
      if (first === undefined) continue;
      const document = await read(context, decodePart(first, name), decodePart(second, name));
      if (document === undefined) throw invalid(`${name}: there is nothing at ${address}`);
      return pointer === '' ? schemaIn(document) : valueAt(document, pointer, address, name);
    }
    throw invalid(
      `${name}: ${address} must lead to a feature, a space or a project (/hub/spaces/…/features/…, /hub/spaces/…, /project-api/projects/…)`,
    );
  };
}

/** A feature as a whole is never a schema: what stands for it are the properties that its owner gave it. */
function schemaIn(document: unknown): unknown {
  if (!isObject(document) || document.type !== 'Feature') return document;
  const { [NAMESPACE]: _, ...properties } = document.properties as JsonObject;
  return properties;
}

function readAddress(
  { request, service }: Context,
  address: string,
  name: string,
): { path: string; pointer: string } {
  const url = URL.parse(address, 'http://localhost');
  if (!url) throw invalid(`${name} is not a valid URL: ${JSON.stringify(address.slice(0, 200))}`);
  const isPath = address.startsWith('/') && !address.startsWith('//');
  const { localAddress, localPort } = request.socket;
  const { publicUrl } = service.settings;
  const whereabouts = { host: request.headers.host, publicUrl, localAddress, localPort };
  const path = isPath ? url.pathname : ownPath(url, whereabouts);
  if (path === undefined)
    throw invalid(
      `${name}: ${url.host} is another server, and nothing is fetched from elsewhere; send the schema itself, or its address here`,
    );
  if (url.search !== '')
    throw invalid(`${name}: ${address} must have no query; it is read with the rights of this request`);
  return { path: readTarget(path).path, pointer: decodePart(url.hash.slice(1), name) };
}

/** What is known of where this server is: for the request, the operator, the operating system. */
export type Whereabouts = {
  /** As the request names it; some clients know another name than that of the server. */
  host: string | undefined;
  publicUrl: string | undefined;
  /** Of the connection, at this end. */
  localAddress: string | undefined;
  localPort: number | undefined;
};

/** The path of a URL that leads to this server. */
export function ownPath(url: URL, { publicUrl, ...at }: Whereabouts): string | undefined {
  if (url.host === at.host?.toLowerCase() || isLocal(url, at)) return url.pathname;
  const base = URL.parse(publicUrl ?? '');
  const prefix = base?.pathname.replace(/\/+$/, '') ?? '';
  return base?.host === url.host && url.pathname.startsWith(`${prefix}/`)
    ? url.pathname.slice(prefix.length)
    : undefined;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

function isLocal(
  { protocol, hostname, port }: URL,
  { localAddress = '', localPort }: Pick<Whereabouts, 'localAddress' | 'localPort'>,
): boolean {
  if ((port === '' ? DEFAULT_PORTS[protocol] : Number(port)) !== localPort) return false;
  const address = localAddress.replace(/^::ffff:/, '');
  return ['localhost', '127.0.0.1', '[::1]', address, `[${address}]`].includes(hostname);
}

/** What a JSON pointer (RFC 6901) leads to. */
function valueAt(document: unknown, pointer: string, address: string, name: string): unknown {
  if (!pointer.startsWith('/'))
    throw invalid(`${name}: behind the # of ${address} must be a JSON pointer, such as #/properties/schema`);
  let value = document;
  for (const token of pointer.split('/').slice(1)) {
    const member = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, member);
    if (!isThere)
      throw invalid(`${name}: ${address}: there is no ${JSON.stringify(member)} in what is there`);
    value = (value as JsonObject)[member];
  }
  return value;
}

/** Exact numbers become plain ones. */
function plainJson(value: JsonObject): unknown {
  return JSON.parse(JSON.stringify(value));
}
