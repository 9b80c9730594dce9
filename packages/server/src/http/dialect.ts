import type { IncomingHttpHeaders } from 'node:http';
import type { QueryString } from './request/query-string.ts';

/** The old command line client speaks datahub, but for the one thing it does with tokens. */
export const DIALECTS = ['spec', 'datahub', 'cli'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Everything in which the two dialects differ, and nothing else does. */
export type DialectRules = {
  /** The response to a PUT of one Feature without an id in the path. */
  newFeatureResponse: 'feature' | 'collection';
  /** How coordinates are given on reads. */
  coordinates: 'stored' | 'datahub';
  /** Whether deleting a space responds with the space where JSON is asked for. */
  deletedSpaceResponse: 'empty' | 'space';
  /** What holds the projects of a list that is not paginated. */
  projectList: 'object' | 'array';
  /** What `tid` is in the response to creating a token: an id of no further use, or what can be sent as bearer. */
  newTokenId: 'public' | 'secret';
  /** How the errors 404 and 412 of the token interface are worded. */
  tokenErrors: 'json' | 'text';
};

const DATAHUB: DialectRules = {
  newFeatureResponse: 'collection',
  coordinates: 'datahub',
  deletedSpaceResponse: 'space',
  projectList: 'array',
  newTokenId: 'public',
  tokenErrors: 'text',
};

export const DIALECT_RULES: Record<Dialect, DialectRules> = {
  spec: {
    newFeatureResponse: 'feature',
    coordinates: 'stored',
    deletedSpaceResponse: 'empty',
    projectList: 'object',
    newTokenId: 'public',
    tokenErrors: 'json',
  },
  datahub: DATAHUB,
  cli: { ...DATAHUB, newTokenId: 'secret' },
};

/** The Python package. */
const DATAHUB_CLIENT = 'dhpy';

/** The command line client. */
const CLI = { clientId: 'cli', appName: 'HereCLI' };

/** Here the Python package sends no client id; elsewhere this user agent may be anybody's script. */
const UNNAMED_PYTHON = { path: /^\/(project|token)-api\//, userAgent: /^python-requests\// };

/** What a session is to remember of a request, so that later ones get the same treatment; undefined = nothing. */
export function rememberedClient(dialect: Dialect): string | undefined {
  return dialect === 'cli' ? CLI.clientId : undefined;
}

/**
 * What the keys of flattened vector tiles begin with. Styles are made for one server: it is the same for all callers of one
 * that speaks datahub.
 */
export function tileKeyPrefix(setting: 'auto' | 'spec' | 'datahub'): string {
  return setting === 'datahub' ? 'properties.' : '';
}

/** `sessionClient`: what the session remembers, where there is one. */
export function dialectOf(
  setting: 'auto' | 'spec' | 'datahub',
  query: QueryString,
  headers: IncomingHttpHeaders,
  path: string,
  sessionClient?: string,
): Dialect {
  if (setting === 'spec') return setting;
  const clientId = query.pairs.find(({ name }) => name === 'clientId')?.rawValue;
  if (clientId === CLI.clientId || headers['app-name'] === CLI.appName) return 'cli';
  // Its newer versions name themselves in a session, but not when they make a token in it.
  if (clientId === undefined && sessionClient === CLI.clientId) return 'cli';
  if (setting === 'datahub' || clientId === DATAHUB_CLIENT) return 'datahub';
  const isPython =
    UNNAMED_PYTHON.path.test(path) && UNNAMED_PYTHON.userAgent.test(headers['user-agent'] ?? '');
  return isPython ? 'datahub' : 'spec';
}
