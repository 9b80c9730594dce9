import { parseMoment } from '@meridian/filter';
import { CHANGES, type ChangeCursor, invalid, type QueueTicket, type ReadableSpace } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter, parameters } from './parameter.ts';
import { readInteger } from './values.ts';

/** Which version is to be read: by its number, or by a time in milliseconds at which it was the present one. */
export type AskedVersion = { number: number } | { time: number };

export const version = parameters(
  [
    {
      name: 'version',
      description: 'Features as they were in this version of the space, which must keep its history.',
      schema: { type: 'integer', minimum: 1 },
    },
    {
      name: 'at',
      description:
        'Features as they were at this time, in a space that keeps its history: RFC 3339 (`2026-11-16T12:00:00Z`, or a day, which is its first moment in UTC) or milliseconds since 1970. Not together with `version`.',
      schema: { type: 'string', examples: ['2026-11-16T12:00:00Z'] },
    },
  ],
  readVersion,
);

function readVersion(query: QueryString): AskedVersion | undefined {
  const number = readInteger(query, 'version', 0, Number.MAX_SAFE_INTEGER);
  const at = query.one('at');
  if (at === undefined) return number === undefined ? undefined : { number };
  if (number !== undefined)
    throw invalid(`version and at name a version each: send one of them, not version=${number} and at=${at}`);
  const time = /^\d{1,15}$/.test(at) ? Number(at) : momentOf(at);
  if (time === undefined)
    throw invalid(
      `at must be a time such as 2026-11-16T12:00:00Z, or milliseconds since 1970, not ${JSON.stringify(at)}`,
    );
  return { time };
}

/** The `+` of `+01:00`, sent as it is, has become a blank. */
function momentOf(text: string): number | undefined {
  const moment = parseMoment(text.replace(/^(.{10}[Tt].*) (?=\d\d:?\d\d$)/, '$1+'));
  return moment && Math.floor(moment.ms);
}

/** The version to read, if one was named; a fault where the space keeps no history. Only a time must be looked up. */
export function atVersion(
  asked: AskedVersion | undefined,
  space: ReadableSpace,
  ticket: QueueTicket,
): { version: number } | undefined | Promise<{ version: number }> {
  if (asked === undefined) return undefined;
  if ('number' in asked) {
    requireHistory(space, 'version');
    return { version: asked.number };
  }
  requireHistory(space, 'at');
  return space.versionAt(asked.time, ticket).then((version) => ({ version }));
}

export function requireHistory({ info, keepsHistory, isVirtual }: ReadableSpace, what: string): void {
  if (isVirtual)
    throw invalid(
      `${what}: space ${JSON.stringify(info.id)} is virtual and has no history of its own; the spaces it is made of may have`,
    );
  if (!keepsHistory)
    throw invalid(
      `${what}: space ${JSON.stringify(info.id)} keeps no history; its definition would need enableHistory or versionsToKeep`,
    );
}

export const versionBounds = parameters(
  [
    {
      name: 'startVersion',
      description: 'The first version to list; the oldest stored one if absent.',
      schema: { type: 'integer', minimum: 1 },
    },
    {
      name: 'endVersion',
      description: 'The last version to list, itself included; the latest if absent.',
      schema: { type: 'integer', minimum: 1 },
    },
  ],
  readVersionBounds,
);

function readVersionBounds(query: QueryString): { start?: number; end?: number } {
  const start = readInteger(query, 'startVersion', 0, Number.MAX_SAFE_INTEGER);
  const end = readInteger(query, 'endVersion', 0, Number.MAX_SAFE_INTEGER);
  if (start !== undefined && end !== undefined && start > end)
    throw invalid(`startVersion must not be above endVersion: ${start} is above ${end}`);
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

/** Also as `handle`. */
export const pageToken = parameter(
  {
    name: 'pageToken',
    description: 'Where to go on: the `nextPageToken` of the page before.',
    schema: { type: 'string' },
  },
  readPageToken,
);

/** `12-1-345`: version, kind of change, position of the feature. */
const PAGE_TOKEN = /^(\d{1,15})-([012])-(\d{1,15})$/;

function readPageToken(query: QueryString): ChangeCursor | undefined {
  const sent = query.sent('pageToken', 'handle');
  if (sent === undefined) return undefined;
  const { name, value } = sent;
  const [, version, change, seq] = PAGE_TOKEN.exec(value) ?? [];
  if (version === undefined)
    throw invalid(`${name} must be one that an earlier page gave, not ${JSON.stringify(value)}`);
  return { version: Number(version), change: CHANGES[Number(change)]!, seq: Number(seq) };
}

export function writePageToken({ version, change, seq }: ChangeCursor): string {
  return `${version}-${CHANGES.indexOf(change)}-${seq}`;
}
