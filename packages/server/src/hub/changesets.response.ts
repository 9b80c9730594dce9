import {
  type ChangeCursor,
  type ChangesQuery,
  type FeatureView,
  invalid,
  type ReadableSpace,
  type StreamEnd,
  type VersionRange,
} from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { JSON_TYPE, json, type Response } from '../http/response/response.ts';
import { writePageToken } from '../parameters/version.ts';

/** The versions whose changes are asked for, and whether all of them are to be shown as one. */
export type ChangesAsked = { start?: number; end?: number; compact: boolean };

/** What versions changed, one by one or as one. `settle` makes of the versions asked for those that are read. */
export async function respondWithChanges(
  context: Context,
  space: ReadableSpace,
  asked: ChangesAsked,
  page: ChangesPage,
  settle: (asked: ChangesAsked, range: VersionRange) => ChangesAsked = (same) => same,
): Promise<Response> {
  const content = await space.content();
  const range = await space.versions(context.ticket);
  const etag = etagOf(context, space.info, content, asked.compact ? { also: '-compact' } : {});
  return unlessKnown(context, etag, () => changesPage(context, space, settle(asked, range), page, range));
}

/** Where a page of them begins, and what it has. */
export type ChangesPage = { limit: number; after: ChangeCursor | undefined; view: FeatureView };

function changesPage(
  context: Context,
  space: ReadableSpace,
  asked: ChangesAsked,
  { limit, after, view }: ChangesPage,
  range: VersionRange,
): Response {
  const { start = range.oldestChanges, end = range.latest, compact } = asked;
  if (start > end && asked.start === undefined && asked.end === undefined)
    return json(200, compact ? NO_CHANGES : noVersions(end));
  if (after && (after.version < start || after.version > end))
    throw invalid(`pageToken must be one that an earlier page of the versions ${start} to ${end} gave`);
  const query: ChangesQuery = {
    from: after && !compact ? after.version : start,
    to: end,
    limit,
    view,
    alone: false,
    ...(compact ? { compact } : {}),
    ...(after ? { after } : {}),
  };
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE },
    body: {
      head: compact
        ? ''
        : `{"type":"ChangesetCollection","startVersion":${start},"endVersion":${end},"versions":{`,
      stream: space.changes(query, context.readOptions),
      tail: (page) => `${compact ? '' : '}'}${nextPage(page)}}`,
      between: '',
    },
  };
}

const NOTHING = { type: 'FeatureCollection', features: [] };
const NO_CHANGES = { type: 'CompactChangeset', inserted: NOTHING, updated: NOTHING, deleted: NOTHING };

function noVersions(at: number) {
  return { type: 'ChangesetCollection', startVersion: at, endVersion: at, versions: {} };
}

function nextPage({ more, lastChange }: StreamEnd): string {
  return more && lastChange ? `,"nextPageToken":"${writePageToken(lastChange)}"` : '';
}
