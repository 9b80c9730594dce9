import { feature } from '../harness/geojson.ts';

/** Who calls with a token. Reader and writer hold tokens of the owner's account that reach one space only. */
export const TOKEN_HOLDERS = [
  'no token',
  'garbage',
  'expired',
  'revoked',
  'disabled',
  'stranger',
  'reader',
  'writer',
  'owner',
  'admin',
] as const;
export type TokenHolder = (typeof TOKEN_HOLDERS)[number];

/** Who calls with cookies. */
export const VISITORS = [
  'no token',
  'garbage',
  'expired',
  'revoked',
  'disabled',
  'stranger',
  'owner',
  'admin',
] as const;
export type VisitorName = (typeof VISITORS)[number];

/** What a route is tried on; created again wherever a try may change it. */
export interface World {
  space: string;
  project: string;
  tokenId: string;
  account: string;
  otherAccount: string;
  password: string;
}

export interface Try {
  path?: (world: World) => string;
  query?: string;
  body?: (world: World) => unknown;
}

export type TokenRoute = Try & {
  needs: 'token';
  /** The status each of those gets who have a good token. */
  status: Record<'stranger' | 'reader' | 'writer' | 'owner' | 'admin', number>;
  /** The rights of which it needs one. */
  rights: readonly string[] | 'any';
  /** Where one of several rights is needed: a request that needs this one. */
  byRight?: Record<string, Try>;
};
export type SessionRoute = Try & {
  needs: 'session';
  status: Record<'stranger' | 'owner' | 'admin', number>;
};
export type OpenRoute = Try & { needs: 'nothing'; status: number };

const space = ({ space }: World) => `/hub/spaces/${space}`;
const project = ({ project }: World) => `/project-api/projects/${project}`;
const everyone = (status: number) => ({
  stranger: status,
  reader: status,
  writer: status,
  owner: status,
  admin: status,
});

const reads = (path: string, query = ''): TokenRoute => ({
  needs: 'token',
  path: (world) => space(world) + path,
  query,
  rights: ['readFeatures'],
  status: { ...everyone(200), stranger: 403 },
});
/** Who may read the space is told that there is no such export: the others learn nothing. */
const unknownExport = (file: string): TokenRoute => ({
  ...reads(`/exports/0b7f5c1e-6a0e-4a86-9d0e-6c8f3c2f8f11${file}`),
  status: { ...everyone(404), stranger: 403 },
});
const writes = (
  rights: readonly string[],
  path: string,
  body?: unknown,
  query = '',
  status = 200,
): TokenRoute => ({
  needs: 'token',
  rights,
  path: (world) => space(world) + path,
  query,
  ...(body === undefined ? {} : { body: () => body }),
  status: { stranger: 403, reader: 403, writer: status, owner: status, admin: status },
});
const manages = (status: number, body?: unknown): TokenRoute => ({
  needs: 'token',
  rights: ['manageSpaces'],
  path: space,
  ...(body === undefined ? {} : { body: () => body }),
  status: { stranger: 403, reader: 403, writer: 403, owner: status, admin: status },
});
const changesProject = (status: number, body?: unknown): TokenRoute => ({
  needs: 'token',
  rights: ['manageSpaces'],
  path: project,
  ...(body === undefined ? {} : { body: () => body }),
  status: { stranger: 404, reader: 403, writer: 403, owner: status, admin: status },
});
const creates = (body: unknown): TokenRoute => ({
  needs: 'token',
  rights: ['manageSpaces'],
  body: () => body,
  status: { stranger: 200, reader: 403, writer: 403, owner: 200, admin: 200 },
});
const signedIn = (status: number, more: Try = {}): SessionRoute => ({
  needs: 'session',
  ...more,
  status: { stranger: status, owner: status, admin: status },
});
const administers = (more: Try = {}): SessionRoute => ({
  needs: 'session',
  ...more,
  status: { stranger: 403, owner: 403, admin: 200 },
});
const open = (status = 200, more: Try = {}): OpenRoute => ({ needs: 'nothing', ...more, status });

const token = ({ tokenId }: World) => `/token-api/tokens/${tokenId}`;
const COLLECTION = { type: 'FeatureCollection', features: [feature('new'), feature('old', { n: 2 })] };

const PUTTING = ['createFeatures', 'updateFeatures'];

/** By what a write does: creates `new`, changes `old`. */
const byEffect = {
  createFeatures: { body: () => feature('new') },
  updateFeatures: { body: () => feature('old', { n: 2 }) },
};

/** Every route of the service. One that is missing here fails the test. */
export const EXPECTATIONS: Record<string, TokenRoute | SessionRoute | OpenRoute> = {
  'GET /hub/spaces': { needs: 'token', rights: 'any', status: everyone(200) },
  'POST /hub/spaces': creates({ title: 'new' }),
  'GET /hub/spaces/{space_id}': { ...reads(''), rights: 'any' },
  'PATCH /hub/spaces/{space_id}': {
    ...manages(200, { title: 'changed' }),
    rights: ['manageSpaces', 'adminSpaces'],
    byRight: { manageSpaces: {}, adminSpaces: { body: ({ otherAccount }) => ({ owner: otherAccount }) } },
  },
  'DELETE /hub/spaces/{space_id}': manages(204),
  'GET /hub/spaces/{space_id}/features': reads('/features', 'id=old'),
  'GET /hub/spaces/{space_id}/features/{feature_id}': reads('/features/old'),
  'GET /hub/spaces/{space_id}/bbox': reads('/bbox', 'west=0&south=0&east=90&north=90'),
  'GET /hub/spaces/{space_id}/tile/{tile_type}/{tile_id}': reads('/tile/web/0_0_0'),
  'GET /hub/spaces/{space_id}/tile/{tile_type}/{z}/{x}/{y}': reads('/tile/web/0/0/0'),
  'GET /hub/spaces/{space_id}/tile/web.json': reads('/tile/web.json'),
  'GET /hub/spaces/{space_id}/spatial': reads('/spatial', 'lat=0&lon=0'),
  'POST /hub/spaces/{space_id}/spatial': {
    ...reads('/spatial'),
    body: () => ({ type: 'Point', coordinates: [0, 0] }),
  },
  'GET /hub/spaces/{space_id}/search': reads('/search'),
  'GET /hub/spaces/{space_id}/iterate': reads('/iterate'),
  'GET /hub/spaces/{space_id}/export': reads('/export', 'format=csv'),
  'POST /hub/spaces/{space_id}/exports': {
    ...reads('/exports', 'format=csv'),
    status: { ...everyone(202), stranger: 403 },
  },
  'GET /hub/spaces/{space_id}/exports': reads('/exports'),
  'GET /hub/spaces/{space_id}/exports/{export_id}': unknownExport(''),
  'GET /hub/spaces/{space_id}/exports/{export_id}/{export_file}': unknownExport('/x.csv'),
  'DELETE /hub/spaces/{space_id}/exports/{export_id}': unknownExport(''),
  'GET /hub/spaces/{space_id}/count': reads('/count'),
  'GET /hub/spaces/{space_id}/statistics': reads('/statistics'),
  'GET /hub/spaces/{space_id}/aggregate': reads('/aggregate', 'groupBy=n'),
  'POST /hub/spaces/{space_id}/aggregate': {
    ...reads('/aggregate'),
    body: () => ({ groupBy: ['n'] }),
  },
  'GET /hub/spaces/{space_id}/changesets': reads('/changesets'),
  'GET /hub/spaces/{space_id}/changesets/{version}': reads('/changesets/1'),
  'GET /hub/spaces/{space_id}/history': reads('/history'),
  'GET /hub/spaces/{space_id}/history/statistics': reads('/history/statistics'),
  'PUT /hub/spaces/{space_id}/features': { ...writes(PUTTING, '/features', COLLECTION), byRight: byEffect },
  'POST /hub/spaces/{space_id}/features': {
    ...writes([...PUTTING, 'deleteFeatures'], '/features', COLLECTION),
    byRight: {
      ...byEffect,
      deleteFeatures: { ...byEffect.updateFeatures, query: 'e=delete&ne=error' },
    },
  },
  'DELETE /hub/spaces/{space_id}/features': writes(['deleteFeatures'], '/features', undefined, 'tags=x', 204),
  'PUT /hub/spaces/{space_id}/features/': {
    ...writes(PUTTING, '/features/', feature('new')),
    byRight: byEffect,
  },
  'PUT /hub/spaces/{space_id}/features/{feature_id}': {
    ...writes(PUTTING, '/features/old', feature('old', { n: 2 })),
    byRight: {
      createFeatures: { ...byEffect.createFeatures, path: (world) => `${space(world)}/features/new` },
      updateFeatures: byEffect.updateFeatures,
    },
  },
  'PATCH /hub/spaces/{space_id}/features/{feature_id}': writes(['updateFeatures'], '/features/old', {
    properties: { n: 2 },
  }),
  'DELETE /hub/spaces/{space_id}/features/{feature_id}': writes(
    ['deleteFeatures'],
    '/features/old',
    undefined,
    '',
    204,
  ),

  'GET /project-api/projects': { needs: 'token', rights: [], status: everyone(200) },
  'POST /project-api/projects': creates({ title: 'new' }),
  'GET /project-api/projects/{project_id}': {
    needs: 'token',
    rights: [],
    path: project,
    status: { ...everyone(200), stranger: 404 },
  },
  'PUT /project-api/projects/{project_id}': changesProject(200, { title: 'changed' }),
  'PATCH /project-api/projects/{project_id}': changesProject(200, { title: 'changed' }),
  'DELETE /project-api/projects/{project_id}': changesProject(204),

  'GET /token-api/tokens': signedIn(200),
  'POST /token-api/tokens': signedIn(200, { body: () => ({}) }),
  'GET /token-api/tokens/{token_id}': open(200, { path: token }),
  'GET /token-api/tokens/{token_id}.json': open(200, { path: (world) => `${token(world)}.json` }),
  'DELETE /token-api/tokens/{token_id}': {
    needs: 'session',
    path: token,
    status: { stranger: 404, owner: 204, admin: 404 },
  },
  'GET /token-api/token': signedIn(200),
  'POST /token-api/token': signedIn(200, { body: () => ({}) }),
  'GET /token-api/maxRights': signedIn(200),

  'POST /api/account/sign-in-with-password': open(401, {
    body: ({ password }) => ({ email: 'x@y', password }),
  }),
  'POST /api/account/register': open(403, { body: () => ({ email: 'x@y', password: 'long enough' }) }),
  'POST /api/account/sign-out': signedIn(204),
  'POST /api/account/change-password': {
    needs: 'session',
    body: ({ password }) => ({ password, newPassword: 'a changed password' }),
    status: { stranger: 401, owner: 204, admin: 401 },
  },
  'GET /api/account/sessions': signedIn(200),
  'DELETE /api/account/sessions/{session_id}': signedIn(404, { path: () => '/api/account/sessions/none' }),
  'GET /account-api/accounts/me': signedIn(200),
  'GET /account-api/sharingRequest': signedIn(200),
  'GET /account-api/sharingApproval': signedIn(200),
  'GET /account-api/accounts/{aid}/usage': {
    needs: 'session',
    path: ({ account }) => `/account-api/accounts/${account}/usage`,
    status: { stranger: 403, owner: 200, admin: 200 },
  },
  'GET /account-api/accounts': administers(),
  'POST /account-api/accounts': administers({
    body: ({ space }) => ({ email: `${space}@example.org`, password: 'long enough' }),
  }),
  'PATCH /account-api/accounts/{aid}': {
    needs: 'session',
    path: ({ account }) => `/account-api/accounts/${account}`,
    body: () => ({ colour: 'red' }),
    status: { stranger: 403, owner: 200, admin: 200 },
  },

  'GET /hub': open(),
  'GET /hub/backups': { needs: 'token', rights: [], status: { ...everyone(403), admin: 200 } },
  'POST /hub/backups': { needs: 'token', rights: [], status: { ...everyone(403), admin: 409 } },
  'GET /hub/audit': {
    needs: 'token',
    path: () => '/hub/audit',
    rights: [],
    status: { ...everyone(403), admin: 200 },
  },
  'GET /sign-in': open(),
  'GET /sign-in/style.css': open(),
  'GET /sign-in/sign-in.js': open(),
  'GET /healthz': open(),
  'GET /readyz': open(),
  'GET /metrics': open(),
  'GET /openapi.json': open(),
  'GET /docs': open(),
  'GET /docs/style.css': open(),
  'GET /docs/docs.js': open(),
  'GET /': open(),
  'GET /studio/{file}': open(404, { path: () => '/studio/nothing.js' }),
  'GET /embed': open(),
  'GET /maps/{map}': open(),
  'GET /icon.svg': open(),
  'GET /tiles': open(),
  'GET /tiles/{tile_file}': open(404, { path: () => '/tiles/nothing.pmtiles' }),
  'GET /tiles/{tile_file}/{z}/{x}/{y}': open(404, { path: () => '/tiles/nothing/0/0/0.mvt' }),
};
