import { invalid, PASSWORD_CHANGE_MEMBERS, readAccountBody } from '@meridian/hub';
import { membersBody } from '../http/json-body.ts';
import { operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';

export const changePassword = operation({
  name: 'changePassword',
  method: 'POST',
  path: '/api/account/change-password',
  summary: 'Change your password',
  description: 'Ends all other sessions of the account. Tokens stay; revoke those you no longer trust.',
  tag: 'accounts',
  access: 'session',
  query: {},
  body: membersBody(
    'The password as it is and as it shall be, of 8 characters or more',
    refs.passwordChange,
    PASSWORD_CHANGE_MEMBERS,
    readAccountBody,
  ),
  responses: { 204: { description: 'Changed' } },
  faults: {
    unauthorized: 'the password is wrong',
    tooMany: 'a wrong password was sent too often, or the address sends more requests than allowed',
  },
  async handle(context, _, readBody) {
    const { hub, signedIn, addressGroup } = context;
    const { password, newPassword } = await readBody();
    if (newPassword === undefined) throw invalid('newPassword is missing');
    await hub.signIn.confirm(signedIn.account, password, addressGroup, Date.now());
    await hub.accounts.setPassword(signedIn.account.id, newPassword, signedIn.session.idHash);
    return empty(204);
  },
});
