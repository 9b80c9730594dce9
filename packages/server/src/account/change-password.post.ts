import { readAccountBody } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';

export const changePassword: Operation = {
  name: 'changePassword',
  method: 'POST',
  path: '/api/account/change-password',
  summary: 'Change your password',
  description: 'Ends all other sessions of the account. Tokens stay; revoke those you no longer trust.',
  tag: 'accounts',
  access: 'session',
  query: [],
  body: {
    description: 'The password as it is and as it shall be, of 8 characters or more',
    content: {
      'application/json': {
        type: 'object',
        required: ['password', 'newPassword'],
        properties: { password: { type: 'string' }, newPassword: { type: 'string', minLength: 8 } },
        examples: [{ password: 'the old one', newPassword: 'correct-horse-battery-staple' }],
      },
    },
  },
  responses: { 204: { description: 'Changed' } },
  faults: {
    unauthorized: 'the password is wrong',
    tooMany: 'a wrong password was sent too often, or the address sends more requests than allowed',
  },
  async handle(context) {
    const { hub, signedIn, addressGroup } = context;
    const { password, newPassword } = readAccountBody(await context.document());
    await hub.signIn.confirm(signedIn.account, password, addressGroup, Date.now());
    await hub.accounts.setPassword(signedIn.account.id, newPassword, signedIn.session.idHash);
    return empty(204);
  },
};
