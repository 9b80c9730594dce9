import { RIGHTS, type Right } from '@meridian/hub';

/** The rights that a token needs for an operation. */
export type RightRule = {
  /** One of them is needed; none where the list is empty. */
  oneOf: readonly Right[];
  /** On the space of the request, on all spaces of the account, or on anything at all. */
  on: 'space' | 'account' | 'anything';
  /** Which one, where the request decides: a sentence. */
  which?: string;
};

export const READ_FEATURES: RightRule = { oneOf: ['readFeatures'], on: 'space' };
export const ANY_RIGHT_ON_SPACE: RightRule = { oneOf: RIGHTS, on: 'space' };
export const ANY_RIGHT: RightRule = { oneOf: RIGHTS, on: 'anything' };
export const NO_RIGHT: RightRule = { oneOf: [], on: 'anything' };
/** Not a right that a token can have: only one without limits, of an administrator, will do. */
export const FULL_ADMIN: RightRule = {
  oneOf: [],
  on: 'anything',
  which: 'Needs a token with all rights of an administrator, or the session of one.',
};
export const MANAGE_SPACE: RightRule = { oneOf: ['manageSpaces'], on: 'space' };
export const MANAGE_ACCOUNT: RightRule = { oneOf: ['manageSpaces'], on: 'account' };

/** A write that needs the right for what it does to each feature. */
export function rightsByEffect(...oneOf: Right[]): RightRule {
  return { oneOf, on: 'space', which: 'It needs the right for what it does to each feature.' };
}

const SUBJECTS: Record<RightRule['on'], string> = {
  space: ' on the space',
  account: ' on all spaces of the account',
  anything: '',
};

/** `Needs a token with the right …`, for readers. */
export function rightSentence({ oneOf, on, which }: RightRule): string {
  if (oneOf.length === 0) return which ?? 'Needs a token, whatever its rights.';
  const names = oneOf.map((right) => `\`${right}\``).join(', ');
  const needed =
    oneOf.length === RIGHTS.length
      ? 'any right'
      : oneOf.length === 1
        ? `the right ${names}`
        : `one of the rights ${names}`;
  return [`Needs a token with ${needed}${SUBJECTS[on]}.`, ...(which === undefined ? [] : [which])].join(' ');
}
