import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';

/** Requests of the old service for access to spaces of others. There are none: spaces are shared by tokens and `shared`. */
const sharing = (name: string, path: string, summary: string): Operation => ({
  name,
  method: 'GET',
  path,
  summary,
  description: 'Always empty: access is given by tokens and by `shared` spaces, nobody has to ask for it.',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: {
    200: {
      description: 'No requests',
      content: { 'application/json': { type: 'array', items: {}, maxItems: 0 } },
    },
  },
  handle: () => notStored(json(200, [])),
});

export const listSharingRequests = sharing(
  'listSharingRequests',
  '/account-api/sharingRequest',
  'Requests of yours for access to spaces of others',
);

export const listSharingApprovals = sharing(
  'listSharingApprovals',
  '/account-api/sharingApproval',
  'Requests of others for access to spaces of yours',
);
