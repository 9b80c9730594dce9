import { invalid, isObject, type JsonObject, mergePatch, setOwn } from '@meridian/store';
import { anything, list, type Members, object, text } from '../members.ts';

export const PROJECT_STATES = ['UNPUBLISHED', 'PUBLISHED'] as const;
export type ProjectStatus = (typeof PROJECT_STATES)[number];

/** What only the server sets; whatever a client sends for it is dropped. */
const SERVER_FIELDS = ['created_at', 'last_update', 'owner'];

/** The named members of a definition. Anything else is stored as sent. */
export const PROJECT_MEMBERS: Members = {
  id: {
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Chosen when the project is created, else a UUID; never changes.',
    },
    read: readProjectId,
  },
  status: {
    schema: {
      type: 'string',
      enum: [...PROJECT_STATES],
      default: 'UNPUBLISHED',
      description: 'Published projects can be read by everyone who has a token.',
    },
    read: readStatus,
  },
  title: text('Its name.'),
  description: text('What it shows.'),
  meta: object('Anything about it.'),
  layers: list('What it shows, and how.'),
  bookmarks: {
    schema: {
      type: ['array', 'object'],
      items: {},
      additionalProperties: true,
      description: 'Saved map views.',
    },
    read: (value, name) => {
      if (!Array.isArray(value) && !isObject(value)) throw invalid(`${name} must be an array or an object`);
      return value;
    },
  },
  base: anything('The map below.'),
  rot: anything('What viewers read the layers with.'),
  thumbnail: anything('A small picture of it.'),
  map_settings: object('How the map is shown.'),
  publish_settings: object('How the published project is shown.'),
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
    if (Object.hasOwn(PROJECT_MEMBERS, name)) PROJECT_MEMBERS[name]!.read(sent[name], name);
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
