import { CHANGES, type ChangeCursor, invalid, type ReadableSpace } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter, parameters } from './parameter.ts';
import { readInteger } from './values.ts';

export const version = parameter(
  {
    name: 'version',
    description: 'Features as they were in this version of the space, which must keep its history.',
    schema: { type: 'integer', minimum: 1 },
  },
  (query, name) => readInteger(query, name, 0, Number.MAX_SAFE_INTEGER),
);

/** The version to read, if one was named; a fault where the space keeps no history. */
export function atVersion(
  version: number | undefined,
  space: ReadableSpace,
): { version: number } | undefined {
  if (version === undefined) return undefined;
  requireHistory(space, 'version');
  return { version };
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
