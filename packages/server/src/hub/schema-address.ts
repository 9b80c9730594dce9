import { invalid, isObject, type JsonObject, type SchemaReader } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { decodePart, readTarget } from '../http/target.ts';

type Reader = (context: Context, first: string, second: string) => Promise<unknown>;

/** What may hold a schema. It is read here and now, with the rights of the caller; no request is made. */
const PLACES: readonly [path: RegExp, read: Reader][] = [
  [
    /^\/hub\/spaces\/([^/]+)\/features\/([^/]+)$/,
    async (context, spaceId, featureId) => {
      const space = context.hub.features.openForReading(context.caller, spaceId);
      const [text] = await space.byId([featureId], {}, context.turn);
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
    for (const [pattern, read] of PLACES) {
      const [, first, second = ''] = pattern.exec(path) ?? [];
      if (first === undefined) continue;
      const document = await read(context, decodePart(first, name), decodePart(second, name));
      if (document === undefined) throw invalid(`${name}: there is nothing at ${address}`);
      return valueAt(document, pointer, address, name);
    }
    throw invalid(
      `${name}: ${address} must lead to a feature, a space or a project (/hub/spaces/…/features/…, /hub/spaces/…, /project-api/projects/…)`,
    );
  };
}

function readAddress(
  { request, service }: Context,
  address: string,
  name: string,
): { path: string; pointer: string } {
  const url = URL.parse(address, 'http://localhost');
  if (!url) throw invalid(`${name} is not a valid URL: ${JSON.stringify(address.slice(0, 200))}`);
  const isPath = address.startsWith('/') && !address.startsWith('//');
  const path = isPath ? url.pathname : ownPath(url, request.headers.host, service.settings.publicUrl);
  if (path === undefined)
    throw invalid(
      `${name}: ${url.host} is another server, and nothing is fetched from elsewhere; send the schema itself, or its address here`,
    );
  if (url.search !== '')
    throw invalid(`${name}: ${address} must have no query; it is read with the rights of this request`);
  return { path: readTarget(path).path, pointer: decodePart(url.hash.slice(1), name) };
}

/** The path of a URL that leads to this server: where the caller reached it, or where the operator says it is. */
export function ownPath(
  url: URL,
  host: string | undefined,
  publicUrl: string | undefined,
): string | undefined {
  if (url.host === host?.toLowerCase()) return url.pathname;
  const base = URL.parse(publicUrl ?? '');
  const prefix = base?.pathname.replace(/\/+$/, '') ?? '';
  return base?.host === url.host && url.pathname.startsWith(`${prefix}/`)
    ? url.pathname.slice(prefix.length)
    : undefined;
}

/** What a JSON pointer (RFC 6901) leads to; all of it if it is empty. */
function valueAt(document: unknown, pointer: string, address: string, name: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/'))
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

/** Numbers that are kept exactly become plain ones. */
function plainJson(value: JsonObject): unknown {
  return JSON.parse(JSON.stringify(value));
}
