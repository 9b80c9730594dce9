import { invalid, isObject, type JsonObject, type RightsMatrix, type TokenLimits } from '@meridian/store';
import {
  type JsonSchema,
  type Members,
  object,
  readMembers,
  readObject,
  readString,
  text,
} from '../members.ts';
import { readProjectId } from '../projects/project-definition.ts';
import { RIGHTS, type Right, SERVICE } from './rights.ts';

/** What may be said about a token when it is made. */
export type TokenDefinition = {
  rights: RightsMatrix;
  expiresAt?: number;
  appId?: string;
  description?: string;
  limits?: TokenLimits;
  metadata?: JsonObject;
  project?: string;
};

const LARGEST_DEFINITION = 64 * 1024;
/** By name, what each of them limits. */
const LIMITS: { readonly [N in keyof TokenLimits]-?: string } = {
  maxSpaces: 'Spaces its account may have when it makes one.',
  maxFeaturesPerSpace: 'Features a space may have after it adds some.',
};
const FILTER_MEMBERS = ['owner', 'space', 'packages'];
/** What these are about is named by an id. */
const RIGHTS_BY_ID: readonly Right[] = ['managePackages', 'accessConnectors', 'useCapabilities'];

const FILTER: JsonSchema = {
  type: 'object',
  description: 'Matches if all its members match; `{}` matches everything, a trailing `*` is a prefix.',
  properties: {
    owner: { type: 'string' },
    space: { type: 'string' },
    packages: { type: ['string', 'array'], items: { type: 'string' } },
    id: { type: 'string', description: 'The package, connector or capability that the right is about.' },
  },
};

/** What a token can be defined by. */
export const TOKEN_MEMBERS = {
  cid: text('App it belongs to.'),
  exp: {
    schema: { type: 'integer', description: 'When it expires, in seconds since 1970; absent = never.' },
    read: readSeconds,
  },
  description: text('What it is for.'),
  urm: {
    schema: {
      type: 'object',
      description: 'Rights, each with filters of which one must match.',
      properties: {
        [SERVICE]: {
          type: 'object',
          properties: Object.fromEntries(RIGHTS.map((right) => [right, { type: 'array', items: FILTER }])),
        },
      },
    },
    read: readRights,
  },
  limits: {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(LIMITS).map(([name, description]) => [
          name,
          { type: 'integer', minimum: 0, description },
        ]),
      ),
    },
    read: readLimits,
  },
  metadata: object('Anything.'),
  project: {
    ...text(
      'A project it is for: it reads that one while it is published, no other, and of spaces only those that `urm` names.',
    ),
    read: readProjectId,
  },
} satisfies Members;

/** Reads the body of a token's creation; null stands for absent. */
export function readTokenDefinition(body: unknown, now: number): TokenDefinition {
  if (!isObject(body)) throw invalid('a token is defined by a JSON object');
  const { urm: rights = {}, exp: expiresAt, cid: appId, ...rest } = readMembers(TOKEN_MEMBERS, body);
  if (expiresAt !== undefined && expiresAt * 1000 <= now)
    throw invalid(`exp must be in the future; ${expiresAt} is past`);
  const definition: TokenDefinition = {
    rights,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(appId === undefined ? {} : { appId }),
    ...rest,
  };
  if (Buffer.byteLength(JSON.stringify(definition)) > LARGEST_DEFINITION)
    throw invalid(`the definition of a token may take ${LARGEST_DEFINITION} bytes at most`);
  return definition;
}

function readRights(value: unknown): RightsMatrix {
  const services = readObject(value, 'urm');
  for (const service of Object.keys(services)) {
    if (service !== SERVICE)
      throw invalid(`urm: there is no service ${JSON.stringify(service)}, only ${JSON.stringify(SERVICE)}`);
    const rights = readObject(services[service], `urm.${service}`);
    for (const right of Object.keys(rights)) readFilters(right, rights[right], `urm.${service}.${right}`);
  }
  return services as RightsMatrix;
}

function readFilters(right: string, value: unknown, path: string): void {
  if (!RIGHTS.includes(right as Right))
    throw invalid(`urm: there is no right ${JSON.stringify(right)}; the rights are ${RIGHTS.join(', ')}`);
  if (!Array.isArray(value)) throw invalid(`${path} must be an array of filters, such as [{}]`);
  for (const [i, entry] of value.entries()) {
    const filter = readObject(entry, `${path}[${i}]`);
    for (const member of Object.keys(filter))
      readFilterMember(right as Right, member, filter[member], `${path}[${i}]`);
  }
}

/** An unknown member is refused: ignored, it would let the right reach further than its author meant. */
function readFilterMember(right: Right, member: string, value: unknown, path: string): void {
  const known = RIGHTS_BY_ID.includes(right) ? [...FILTER_MEMBERS, 'id'] : FILTER_MEMBERS;
  if (!known.includes(member))
    throw invalid(`${path} has no member ${JSON.stringify(member)}: a filter can have ${known.join(', ')}`);
  const values = member === 'packages' && Array.isArray(value) ? value : [value];
  for (const one of values) readString(one, `${path}.${member}`);
}

function readSeconds(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value)) throw invalid(`${name} must be a time in whole seconds since 1970`);
  return value as number;
}

function readLimits(value: unknown): TokenLimits {
  const limits = readObject(value, 'limits');
  for (const name of Object.keys(limits)) {
    if (!Object.hasOwn(LIMITS, name))
      throw invalid(
        `limits: there is no limit ${JSON.stringify(name)}, only ${Object.keys(LIMITS).join(' and ')}`,
      );
    const limit = limits[name];
    if (!Number.isSafeInteger(limit) || (limit as number) < 0)
      throw invalid(`limits.${name} must be a whole number from 0`);
  }
  return limits as TokenLimits;
}
