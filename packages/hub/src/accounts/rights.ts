import {
  type Account,
  Fault,
  type JsonObject,
  type Provisional,
  type RightsMatrix,
  type Token,
} from '@meridian/store';

export const RIGHTS = [
  'readFeatures',
  'createFeatures',
  'updateFeatures',
  'deleteFeatures',
  'manageSpaces',
  'adminSpaces',
  'managePackages',
  'accessConnectors',
  'useCapabilities',
] as const;

export type Right = (typeof RIGHTS)[number];

/** The service name under which a token's rights are listed. */
export const SERVICE = 'xyz-hub';

/** A matrix that grants nothing; an empty one grants everything. */
export const NO_RIGHTS: RightsMatrix = { [SERVICE]: {} };

/**
 * Who is calling: a token and the account it stands for; or nobody in particular, who reads what is public. `provisional`:
 * not known to be so still; a space that is opened for such a caller tells nothing before that is confirmed.
 */
export type Caller = { account: Account; token: Token; isAnonymous?: true; provisional?: Provisional };

/** What a right may be limited to. */
export type RightSubject = {
  id: string;
  owner: string;
  packages: readonly string[];
  shared: boolean;
  public?: boolean;
  /** Of the space; absent where it is still to be created. */
  serial?: number;
};

export const MISSING_TOKEN = 'an access token is missing: send "Authorization: Bearer <token>"';

/** A token's right counts only as far as its account's goes. */
export function may(caller: Caller, right: Right, subject: RightSubject): boolean {
  if (caller.isAnonymous) return right === 'readFeatures' && subject.public === true;
  if (right === 'readFeatures' && (subject.shared || subject.public))
    return caller.token.project === undefined || tokenMay(caller.token, right, subject);
  return accountMay(caller.account, subject) && tokenMay(caller.token, right, subject);
}

export function rightsOn(caller: Caller, subject: RightSubject): Right[] {
  return RIGHTS.filter((right) => may(caller, right, subject));
}

/** A package: a name, the owners of the spaces that are in it, and the space that is to be put in or taken out. */
export type PackageSubject = { name: string; owners: ReadonlySet<string>; space: string };

/** An account has the right on packages that no space of another account is in; who is the first names it. */
export function mayManagePackage({ account, token }: Caller, subject: PackageSubject): boolean {
  const owners = [...subject.owners];
  if (!account.admin && owners.some((owner) => owner !== account.id)) return false;
  if (Object.keys(token.rights).length === 0) return true;
  return filtersOf(token, 'managePackages').some(
    ({ id, owner, space, packages }) =>
      matchesOne(id, [subject.name]) &&
      matchesOne(packages, [subject.name]) &&
      matchesOne(space, [subject.space]) &&
      (owners.length === 0 ? [account.id] : owners).every((one) => matchesOne(owner, [one])),
  );
}

/** A fault unless the caller has one of these rights on the space. */
export function requireRight(caller: Caller, subject: RightSubject, rights: readonly Right[]): void {
  if (rights.some((right) => may(caller, right, subject))) return;
  if (caller.isAnonymous) throw new Fault('unauthorized', MISSING_TOKEN);
  throw new Fault(
    'forbidden',
    `the token lacks the right ${rights.join(' or ')} on space ${JSON.stringify(subject.id)}`,
  );
}

/** A fault where the token has the right on nothing at all, whatever the space would be. */
export function requireSomewhere({ token }: Caller, right: Right): void {
  if (Object.keys(token.rights).length > 0 && filtersOf(token, right).length === 0)
    throw new Fault('forbidden', `the token lacks the right ${right}`);
}

/** A fault where the token grants nothing at all. */
export function requireAnyRight({ token, isAnonymous }: Caller): void {
  if (isAnonymous) return;
  const isLimited = Object.keys(token.rights).length > 0;
  if (isLimited && RIGHTS.every((right) => filtersOf(token, right).length === 0))
    throw new Fault('forbidden', 'Insufficient rights to read the requested resource.');
}

/** The rights of an account, as a token could list them. */
export function maxRights(account: Account): RightsMatrix {
  const filter = account.admin ? {} : { owner: account.id };
  return { [SERVICE]: Object.fromEntries(RIGHTS.map((right) => [right, [filter]])) };
}

/** Whether an account may act on a space, whatever a token of it may. */
export function accountMay(account: Account, { owner }: RightSubject): boolean {
  return account.admin || owner === account.id;
}

function tokenMay(token: Token, right: Right, subject: RightSubject): boolean {
  if (!existedFor(token, subject)) return false;
  if (Object.keys(token.rights).length === 0) return true;
  return filtersOf(token, right).some(
    (filter) =>
      matchesFilter(filter, subject) &&
      (right !== 'managePackages' || matchesOne(filter.id, subject.packages)),
  );
}

/** A link to a project shows the spaces that were there when it was made, and none that was created under such an id since. */
function existedFor({ bound }: Token, { serial }: RightSubject): boolean {
  return bound === undefined || (serial !== undefined && serial <= bound.lastSpace);
}

function filtersOf({ rights }: Token, right: Right): JsonObject[] {
  const service = Object.hasOwn(rights, SERVICE) ? rights[SERVICE]! : {};
  return Object.hasOwn(service, right) ? service[right]! : [];
}

function matchesFilter(filter: JsonObject, { id, owner, packages }: RightSubject): boolean {
  return (
    matchesOne(filter.owner, [owner]) &&
    matchesOne(filter.space, [id]) &&
    matchesOne(filter.packages, packages)
  );
}

/** A pattern, or a list of them, of which one must match; a trailing `*` is a prefix. Absent = anything. */
function matchesOne(patterns: unknown, values: readonly string[]): boolean {
  if (patterns === undefined) return true;
  const list = Array.isArray(patterns) ? patterns : [patterns];
  return list.some((pattern) => values.some((value) => matchesPattern(String(pattern), value)));
}

function matchesPattern(pattern: string, value: string): boolean {
  return pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
