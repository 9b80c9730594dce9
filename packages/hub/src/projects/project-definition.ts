import { invalid, isObject, type JsonObject, mergePatch, setOwn } from '@meridian/store';

export const PROJECT_STATES = ['UNPUBLISHED', 'PUBLISHED'] as const;
export type ProjectStatus = (typeof PROJECT_STATES)[number];

/** What only the server sets; whatever a client sends for it is dropped. */
const SERVER_FIELDS = ['created_at', 'last_update', 'owner'];

type Check = { what: string; holds: (value: unknown) => boolean };

const string: Check = { what: 'a string', holds: (value) => typeof value === 'string' };
const object: Check = { what: 'an object', holds: isObject };
const array: Check = { what: 'an array', holds: Array.isArray };

/** The named fields whose type is known. Anything else is stored as sent. */
const FIELDS: Record<string, Check> = {
  title: string,
  description: string,
  meta: object,
  layers: array,
  bookmarks: { what: 'an array or an object', holds: (value) => Array.isArray(value) || isObject(value) },
  map_settings: object,
  publish_settings: object,
};

/** What a client says about a project. */
export type ProjectInput = { id: string | undefined; status: ProjectStatus; members: JsonObject };

/** Checks a whole definition as sent; null members are left out. */
export function readProject(value: unknown): ProjectInput {
  if (!isObject(value)) throw invalid('the project definition must be a JSON object');
  const { id, status, ...sent } = value;
  const members: JsonObject = {};
  for (const name of Object.keys(sent)) {
    if (SERVER_FIELDS.includes(name) || sent[name] === null) continue;
    checkField(name, sent[name]);
    setOwn(members, name, sent[name]);
  }
  return { id: id == null ? undefined : readProjectId(id), status: readStatus(status), members };
}

/** A project with changes merged in: objects merge member by member, null removes, anything else replaces. */
export function patchProject(stored: JsonObject, id: string, patch: unknown): ProjectInput {
  if (!isObject(patch)) throw invalid('the changes must be a JSON object');
  if (patch.id !== undefined && patch.id !== id)
    throw invalid(`id can't be changed: the project is ${JSON.stringify(id)}`);
  return readProject({ ...mergePatch(stored, patch), id });
}

/** Any text that can be a path segment. */
export function readProjectId(value: unknown): string {
  if (
    typeof value !== 'string' ||
    !value.isWellFormed() ||
    !/^[^\p{Cc}/\\]{1,255}$/u.test(value) ||
    /^\.{1,2}$/.test(value)
  )
    throw invalid('id must be a string of 1 to 255 characters, without slashes and control characters');
  return value;
}

function readStatus(value: unknown): ProjectStatus {
  if (value == null) return 'UNPUBLISHED';
  const status = PROJECT_STATES.find((known) => known === value);
  if (!status) throw invalid(`status must be one of ${PROJECT_STATES.join(', ')}`);
  return status;
}

function checkField(name: string, value: unknown): void {
  const check = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (check && !check.holds(value)) throw invalid(`${name} must be ${check.what}`);
}
