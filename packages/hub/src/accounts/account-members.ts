import { invalid } from '@meridian/store';
import { anything, flag, type Member, type Members, text } from '../members.ts';
import { readMaxBytes } from './byte-quota.ts';
import { LONGEST_PASSWORD, readNewPassword, SHORTEST_PASSWORD } from './passwords.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const LONGEST_EMAIL = 254;

const password = {
  schema: { type: 'string', minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD },
  read: readNewPassword,
} satisfies Member;

/** What an account is made from. */
export const NEW_ACCOUNT_MEMBERS = {
  email: { ...text('Where it signs in with.'), read: readEmail },
  password,
  admin: flag('Make it an administrator.'),
} satisfies Members;

/** What of an account can be changed. Anything else is stored as its own data. */
export const ACCOUNT_MEMBERS = {
  tcAccepted: anything('Accepts the terms, if it is `true`.'),
  disabled: flag('Administrators only.'),
  admin: flag('Administrators only.'),
  password,
  maxBytes: {
    schema: {
      type: ['integer', 'string', 'null'],
      minimum: 0,
      description:
        'Administrators only: bytes it may store, `unlimited`, or `null` for what the server allows by default.',
    },
    read: readMaxBytes,
  },
} satisfies Members;

/** One that is far too long is nobody's: normalising marks takes time that grows with the square of their number. */
export function normalizeEmail(email: string): string {
  if (email.length > 4 * LONGEST_EMAIL) return '';
  return email.normalize('NFC').trim().toLowerCase();
}

export function readEmail(value: unknown): string {
  const email = typeof value === 'string' ? normalizeEmail(value) : '';
  if (!EMAIL.test(email) || email.length > LONGEST_EMAIL)
    throw invalid('email must be an address such as ana@example.org');
  return email;
}
