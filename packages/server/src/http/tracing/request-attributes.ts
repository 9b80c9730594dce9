import type { TLSSocket } from 'node:tls';
import type { Exchange } from '../exchange.ts';
import { readTarget } from '../request/target.ts';
import type { Attributes } from './span.ts';

/** Methods that the conventions name; others would let clients make up values without end. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Path parameters that say what a request is about. Any other may be a secret, as the link of a published map is. */
const SHOWN_PARAMETERS = new Set([
  'space_id',
  'feature_id',
  'project_id',
  'aid',
  'version',
  'file',
  'tile_type',
  'tile_id',
  'tile_file',
  'tile_matrix_set',
  'tile_matrix',
  'tile_row',
  'tile_col',
  'x',
  'y',
  'z',
]);

const REDACTED_PATH = '/REDACTED';
const MAX_TEXT_LENGTH = 256;

/**
 * A request by the semantic conventions of OpenTelemetry for HTTP servers. Never the query and no header but the name of
 * the client's program: both may hold tokens.
 */
export function requestAttributes(exchange: Exchange): Attributes {
  const { request, route, status, address, operation, context, streamId, bytes } = exchange;
  const method = String(request.method);
  const isSecure = context?.isSecure ?? (request.socket as TLSSocket).encrypted === true;
  return {
    'http.request.method': METHODS.has(method) ? method : '_OTHER',
    'http.response.status_code': status,
    'http.response.size': bytes,
    'http.route': route,
    'url.path': shownPath(request.url ?? '/', route),
    'url.scheme': isSecure ? 'https' : 'http',
    'client.address': address || undefined,
    'user_agent.original': request.headers['user-agent']?.slice(0, MAX_TEXT_LENGTH),
    'error.type': status >= 500 ? String(status) : undefined,
    'meridian.operation': operation,
    'meridian.space': context?.spaceId,
    'meridian.stream_id': streamId,
  };
}

/** The path as it was sent where every part of it may be shown; otherwise that of the route. */
function shownPath(url: string, route: string | undefined): string {
  if (route === undefined) return REDACTED_PATH;
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (!names.every((name) => SHOWN_PARAMETERS.has(name))) return route;
  return readTarget(url).path.slice(0, MAX_TEXT_LENGTH);
}
