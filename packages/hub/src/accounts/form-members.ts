import { flag, type Member, type Members, text, type ValuesOf } from '../members.ts';
import { NEW_ACCOUNT_MEMBERS } from './account-members.ts';

const { email, password } = NEW_ACCOUNT_MEMBERS;

const realm: Member = { ...text('Accepted and not looked at.'), read: (value) => value };
/** Anything may be in a body: what is not text is a wrong password. */
const entered: Member<string | undefined> = {
  schema: { type: 'string' },
  read: (value) => (typeof value === 'string' ? value : undefined),
};

/** What the sign-in form sends. */
export const SIGN_IN_MEMBERS = {
  realm,
  email: { ...entered, schema: email.schema },
  password: entered,
  rememberMe: {
    ...flag('Stay signed in for longer.'),
    read: (value: unknown) => value === true || value === 'true',
  },
} satisfies Members;
export type SignInForm = ValuesOf<typeof SIGN_IN_MEMBERS>;

/** What people send who make an account for themselves. */
export const REGISTRATION_MEMBERS = { realm, email, password } satisfies Members;

export const PASSWORD_CHANGE_MEMBERS = { password: entered, newPassword: password } satisfies Members;
