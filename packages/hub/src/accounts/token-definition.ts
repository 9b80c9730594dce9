import { invalid, isObject, type JsonObject, type RightsMatrix, type TokenLimits } from '@meridian/store';
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
const LIMITS = ['maxSpaces', 'maxFeaturesPerSpace'] as const;
const FILTER_MEMBERS = ['owner', 'space', 'packages'];
/** What these are about is named by an id. */
const RIGHTS_BY_ID: readonly Right[] = ['managePackages', 'accessConnectors', 'useCapabilities'];

/** Reads the body of a token's creation; null stands for absent. */
export function readTokenDefinition(body: unknown, now: number): TokenDefinition {
  if (!isObject(body)) throw invalid('a token is defined by a JSON object');
  const { urm, exp, cid, description, limits, metadata, project } = body;
  const definition: TokenDefinition = {
    rights: urm == null ? {} : readRights(urm),
    ...(exp == null ? {} : { expiresAt: readExpiry(exp, now) }),
    ...(cid == null ? {} : { appId: readText(cid, 'cid') }),
    ...(description == null ? {} : { description: readText(description, 'description') }),
    ...(limits == null ? {} : { limits: readLimits(limits) }),
    ...(metadata == null ? {} : { metadata: readObject(metadata, 'metadata') }),
    ...(project == null ? {} : { project: readProjectId(project) }),
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
  for (const one of values) readText(one, `${path}.${member}`);
}

function readExpiry(value: unknown, now: number): number {
  if (!Number.isSafeInteger(value)) throw invalid('exp must be a time in whole seconds since 1970');
  if ((value as number) * 1000 <= now) throw invalid(`exp must be in the future; ${value} is past`);
  return value as number;
}

function readLimits(value: unknown): TokenLimits {
  const limits = readObject(value, 'limits');
  for (const name of Object.keys(limits)) {
    if (!LIMITS.includes(name as (typeof LIMITS)[number]))
      throw invalid(`limits: there is no limit ${JSON.stringify(name)}, only ${LIMITS.join(' and ')}`);
    const limit = limits[name];
    if (!Number.isSafeInteger(limit) || (limit as number) < 0)
      throw invalid(`limits.${name} must be a whole number from 0`);
  }
  return limits as TokenLimits;
}

function readObject(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw invalid(`${name} must be an object`);
  return value;
}

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalid(`${name} must be a text`);
  return value;
}
