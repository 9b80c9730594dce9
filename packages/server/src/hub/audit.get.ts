import { AUDIT_ACTIONS, type AuditFilter, requireFullAdmin } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { FULL_ADMIN } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { moment } from '../parameters/moment.ts';
import { pageHandle } from '../parameters/paging.ts';
import { choice, integer, text } from '../parameters/parameter.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const getAuditLog = operation({
  name: 'getAuditLog',
  method: 'GET',
  path: '/hub/audit',
  summary: 'Read the audit log (administrators)',
  description:
    'Who changed access or deleted data, the newest entries first: sign-ins and failed ones, accounts, tokens, spaces, published projects, and deletes of features by conditions. All that is given must hold. While a response carries a `handle`, send it with the next request.',
  tag: 'service',
  access: 'token',
  right: FULL_ADMIN,
  query: {
    since: moment({ name: 'since', description: 'Entries from this moment on.' }),
    until: moment({ name: 'until', description: 'Entries before this moment.' }),
    account: text({ name: 'account', description: 'Id of the account that did it, or was signed in to.' }),
    action: choice({ name: 'action', description: 'What was done.', choices: AUDIT_ACTIONS }),
    subject: text({
      name: 'subject',
      description: 'Id of the space, project, account or token that it was done to.',
    }),
    limit: integer({
      name: 'limit',
      description: 'The most entries on a page.',
      min: 1,
      max: MAX_LIMIT,
      schema: { default: DEFAULT_LIMIT },
    }),
    handle: pageHandle,
  },
  responses: { 200: { description: 'A page of entries', content: { 'application/json': refs.auditLog } } },
  faults: { forbidden: 'the account is no administrator, or the token has not all of its rights' },
  async handle(context, read) {
    const { hub, caller } = context;
    requireFullAdmin(caller);
    context.refuseMisplaced();
    const { limit = DEFAULT_LIMIT, handle, ...given } = read();
    const filter = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as AuditFilter;
    const found = await hub.audit.page(filter, handle || Number.MAX_SAFE_INTEGER, limit + 1);
    const entries = found.slice(0, limit).map(({ serial, ...entry }) => ({ id: serial, ...entry }));
    const next = found.length > limit ? { handle: entries.at(-1)!.id } : {};
    return notStored(json(200, { entries, ...next }));
  },
});
