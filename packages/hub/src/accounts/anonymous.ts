import { type Caller, NO_RIGHTS } from './rights.ts';

const ID = 'anonymous';

/** Callers without a token, where the operator lets them in: they own nothing and read what is public. */
export const ANONYMOUS: Caller = {
  isAnonymous: true,
  account: {
    id: ID,
    email: '',
    passwordHash: '',
    admin: false,
    disabled: false,
    createdAt: 0,
    appId: '',
    profile: {},
  },
  token: { id: ID, secretHash: '', account: ID, issuedAt: 0, rights: NO_RIGHTS },
};
