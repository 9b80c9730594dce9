import { CHANGES, type ChangeCursor, invalid, type ReadableSpace } from '@meridian/hub';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { readInteger } from './values.ts';

/** `version`, where it is given; a fault where the space keeps no versions. */
export function readVersion(query: QueryString, space: ReadableSpace): { version: number } | undefined {
  // Most reads of one feature ask for nothing but it.
  if (query.pairs.length === 0) return undefined;
  const version = readInteger(query, 'version', 0, Number.MAX_SAFE_INTEGER);
  if (version === undefined) return undefined;
  requireHistory(space, 'version');
  return { version };
}

/** For reads of the current state only: showing it to somebody who asked for the past would be a lie. */
export function refuseVersion(query: QueryString): void {
  if (query.one('version') !== undefined)
    throw invalid(
      'version: this call reads the present only; iterate, search, features and features/{id} read versions',
    );
}

export function requireHistory({ info, keepsHistory }: ReadableSpace, what: string): void {
  if (!keepsHistory)
    throw invalid(
      `${what}: space ${JSON.stringify(info.id)} keeps no history; its definition would need enableHistory or versionsToKeep`,
    );
}

export const versionBounds: readonly QueryParameter[] = [
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
];

export function readVersionBounds(query: QueryString): { start?: number; end?: number } {
  const start = readInteger(query, 'startVersion', 0, Number.MAX_SAFE_INTEGER);
  const end = readInteger(query, 'endVersion', 0, Number.MAX_SAFE_INTEGER);
  if (start !== undefined && end !== undefined && start > end)
    throw invalid(`startVersion must not be above endVersion: ${start} is above ${end}`);
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

export const pageToken: QueryParameter = {
  name: 'pageToken',
  description: 'Where to go on: the `nextPageToken` of the page before.',
  schema: { type: 'string' },
};

/** `12-1-345`: version, kind of change, position of the feature. */
const PAGE_TOKEN = /^(\d{1,15})-([012])-(\d{1,15})$/;

export function readPageToken(query: QueryString): ChangeCursor | undefined {
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
