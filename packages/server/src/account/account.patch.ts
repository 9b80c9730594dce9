import { Fault, readAccountBody, requireAdmin } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { accountResponse } from './account.response.ts';

/** What only administrators may change. */
const ADMIN_MEMBERS = ['disabled', 'admin', 'password', 'maxBytes'];

export const updateAccount = operation({
  name: 'updateAccount',
  method: 'PATCH',
  path: '/account-api/accounts/{aid}',
  summary: 'Change an account',
  description:
    'What an account says about itself is free-form and merged. Administrators may change any account, and besides `disabled`, `admin`, `password` and `maxBytes`, the bytes that it may store; a disabled account is signed out at once, and its tokens are refused.',
  tag: 'accounts',
  access: 'session',
  query: {},
  body: {
    description: 'The members to change',
    content: { 'application/json': refs.accountInput },
    read: readAccountBody,
  },
  responses: { 200: { description: 'The account', content: { 'application/json': refs.account } } },
  faults: {
    conflict: 'it is the last administrator, who can be neither disabled nor made an ordinary account',
  },
  async handle(context, _, readBody) {
    const { hub, signedIn, accountId } = context;
    const me = signedIn.account;
    const isMine = accountId === me.id || accountId === 'me';
    if (!isMine) requireAdmin(me);
    const { id } = isMine ? me : await hub.accounts.find(accountId);
    const body = await readBody();
    const asked = ADMIN_MEMBERS.filter((name) => Object.hasOwn(body, name));
    if (asked.length > 0 && !me.admin)
      throw new Fault('forbidden', `only administrators may change ${asked.join(' and ')}`);
    const account = await hub.accounts.update(id, body, Date.now());
    hub.quota.accountChanged(id);
    return notStored(json(200, accountResponse(account)));
  },
});
