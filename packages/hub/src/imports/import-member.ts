import { invalid, isObject, type JsonObject } from '@meridian/store';
import { flag, type Member, readMembers, readObject, readString, schemasOf, text } from '../members.ts';
import { isPartlyHidden, shownSource } from './shown-source.ts';

export const IMPORT_MODES = ['replace', 'merge'] as const;

/** What a space is filled with again and again. */
export type ImportDefinition = {
  /** With user, password and keys, if it has any: never shown as it is. */
  source: string;
  every: string;
  mode: (typeof IMPORT_MODES)[number];
  format?: string;
  layer?: string;
  sheet?: string;
  crs?: string;
  idProperty?: string;
  repair?: boolean;
  allowRefused?: boolean;
};

const MINUTE_MS = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS };
const SHORTEST_MS = 5 * MINUTE_MS;
const LONGEST_MS = 366 * UNITS.d!;
const MAX_SOURCE_CHARACTERS = 4000;

const MEMBERS = {
  source: {
    schema: {
      type: 'string',
      format: 'uri',
      description:
        'An http or https address: of a file in any format that can be imported, of an OGC API collection, a WFS or a FeatureServer. User, password and keys in it are never shown again.',
    },
    read: readSource,
  },
  every: {
    schema: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,4}[mhd]$',
      default: '1d',
      description: 'From the beginning of one run to the next: `30m`, `6h`, `1d`; at least `5m`.',
    },
    read: (value: unknown, name: string) => {
      everyMs(value, name);
      return value as string;
    },
  },
  mode: {
    schema: {
      type: 'string',
      enum: [...IMPORT_MODES],
      default: 'replace',
      description:
        '`replace`: the space has what the source has. `merge`: features that only the space has stay.',
    },
    read: (value: unknown, name: string) => {
      const mode = IMPORT_MODES.find((one) => one === value);
      if (mode === undefined) throw invalid(`${name} must be one of ${IMPORT_MODES.join(', ')}`);
      return mode;
    },
  },
  format: text('Format of the source, where it is not to be found out: `csv`, `geopackage`, `gml`, …'),
  layer: text('The layer, or the file of an archive, that is read.'),
  sheet: text('The sheet of a workbook that is read.'),
  crs: text('System of the coordinates, whatever the source says: `EPSG:25832`.'),
  idProperty: text('The property that has the ids of features, where they have none.'),
  repair: flag('Close rings, and make areas valid that cross themselves.'),
  allowRefused: flag('Write the others where features of the source cannot be read; else the run fails.'),
} satisfies { [N in keyof ImportDefinition]-?: Member };

const RESULT = {
  type: 'object',
  additionalProperties: true,
  properties: {
    startedAt: { type: 'integer', description: 'Milliseconds since 1970.' },
    endedAt: { type: 'integer' },
    error: { type: 'string', description: 'Why nothing was written; absent where it was.' },
    read: { type: 'integer' },
    inserted: { type: 'integer' },
    updated: { type: 'integer' },
    unchanged: { type: 'integer' },
    deleted: { type: 'integer' },
    refused: { type: 'integer', description: 'Features that could not be read.' },
    repeated: { type: 'integer', description: 'Features whose id came again later; the last one counts.' },
    repaired: { type: 'integer', description: 'Features that were repaired (`repair`).' },
    guessed: {
      type: 'array',
      items: { type: 'string' },
      description:
        'What the source does not say and was found out, and what of it was left out, in the words of `meridian import`: `delimiter ";"`, `measures (M) of 3 features, left out`.',
    },
    atomic: { type: 'boolean', description: 'Whether it was written in one transaction.' },
  },
};

/** The member `import` of a definition. */
export const IMPORT_MEMBER: Member<JsonObject> = {
  schema: {
    type: 'object',
    description:
      'An address that the features of the space are read from, again and again, where the operator allows it (`MERIDIAN_FETCH`). Shown only to who has the right `manageSpaces`.',
    properties: {
      ...schemasOf(MEMBERS),
      state: {
        type: 'object',
        readOnly: true,
        description: 'What became of it. What a client sends for it is dropped.',
        properties: {
          running: { type: 'boolean' },
          nextRunAt: { type: 'integer', description: 'Milliseconds since 1970.' },
          failures: { type: 'integer', description: 'Runs that have failed since the last good one.' },
          last: RESULT,
          lastGood: RESULT,
        },
      },
    },
  },
  read: (value, name) => {
    const given = readObject(value, name);
    const known = Object.fromEntries(
      Object.entries(MEMBERS).map(([member, { schema, read }]) => [
        member,
        { schema, read: (one: unknown) => read(one, `${name}.${member}`) },
      ]),
    );
    for (const member of Object.keys(given))
      if (member !== 'state' && !Object.hasOwn(MEMBERS, member))
        throw invalid(
          `${name}.${member} is unknown: ${name} has ${Object.keys(MEMBERS).join(', ')} and nothing else`,
        );
    const read = readMembers(known, given) as JsonObject;
    if (read.source === undefined) throw invalid(`${name}.source is missing: an http or https address`);
    return { every: '1d', mode: 'replace', ...read };
  },
};

export function importOf({ import: value }: JsonObject): ImportDefinition | undefined {
  // Stored by the member above.
  return isObject(value) && typeof value.source === 'string'
    ? (value as unknown as ImportDefinition)
    : undefined;
}

/** Milliseconds of `6h`. */
export function everyMs(value: unknown, name: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(String(value)) ?? [];
  const ms = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (typeof value !== 'string' || !(ms >= SHORTEST_MS && ms <= LONGEST_MS))
    throw invalid(`${name} must be a time from 5m to 366d, such as 30m, 6h or 1d`);
  return ms;
}

/** What a client read and sends again stands for what is stored. */
export function withStoredSource(patch: JsonObject, stored: JsonObject): JsonObject {
  const before = importOf(stored);
  if (!isObject(patch.import) || before === undefined) return patch;
  const { source } = patch.import;
  const isSame = typeof source === 'string' && source === shownSource(before.source);
  return isSame ? { ...patch, import: { ...patch.import, source: before.source } } : patch;
}

function readSource(value: unknown, name: string): string {
  const source = readString(value, name);
  const url = URL.parse(source);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw invalid(`${name} must be an http or https address`);
  if (source.length > MAX_SOURCE_CHARACTERS)
    throw invalid(`${name} has ${source.length} characters, more than the ${MAX_SOURCE_CHARACTERS} allowed`);
  if (isPartlyHidden(url.href))
    throw invalid(
      `${name} has *** in it, which stands for what is not shown: give the whole address where it changes`,
    );
  return url.href;
}
