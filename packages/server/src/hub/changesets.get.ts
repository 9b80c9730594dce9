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
import type { Operation } from '../http/operation.ts';
import { JSON_TYPE, json, type Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { limit, views } from '../parameters/documented.ts';
import { readLimit, readView } from '../parameters/values.ts';
import {
  pageToken,
  readPageToken,
  readVersionBounds,
  requireHistory,
  versionBounds,
  writePageToken,
} from '../parameters/version.ts';

export const listChangesets: Operation = {
  name: 'listChangesets',
  method: 'GET',
  path: '/hub/spaces/{space_id}/changesets',
  summary: 'List what versions changed',
  description:
    'For a space that keeps its history. While a response has a `nextPageToken`, there is more; a version may go on in the next page.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...versionBounds, limit, pageToken, ...views],
  responses: { 200: { description: 'The changes', content: { 'application/json': refs.changesets } } },
  async handle(context) {
    const { query, dialect } = context;
    const space = context.openForReading();
    requireHistory(space, 'changesets');
    const wanted = {
      ...readVersionBounds(query),
      limit: readLimit(query),
      after: readPageToken(query),
      view: readView(query, dialect.coordinates),
    };
    const content = await space.content();
    const range = await space.versions(context.ticket);
    return unlessKnown(context, etagOf(context, space.info, content), () =>
      changesets(context, space, wanted, range),
    );
  },
};

type Wanted = {
  start?: number;
  end?: number;
  limit: number;
  after: ChangeCursor | undefined;
  view: FeatureView;
};

function changesets(context: Context, space: ReadableSpace, wanted: Wanted, range: VersionRange): Response {
  const { start = range.oldestChanges, end = range.latest, limit, after, view } = wanted;
  if (start > end && wanted.start === undefined && wanted.end === undefined)
    return json(200, { type: 'ChangesetCollection', startVersion: end, endVersion: end, versions: {} });
  if (after && (after.version < start || after.version > end))
    throw invalid(`pageToken must be one that an earlier page of the versions ${start} to ${end} gave`);
  const query: ChangesQuery = {
    from: after?.version ?? start,
    to: end,
    limit,
    view,
    alone: false,
    ...(after ? { after } : {}),
  };
  return {
    status: 200,
    headers: { 'Content-Type': JSON_TYPE },
    body: {
      head: `{"type":"ChangesetCollection","startVersion":${start},"endVersion":${end},"versions":{`,
      stream: space.changes(query, context.readOptions),
      tail: (page) => `}${nextPage(page)}}`,
      between: '',
    },
  };
}

function nextPage({ more, lastChange }: StreamEnd): string {
  return more && lastChange ? `,"nextPageToken":"${writePageToken(lastChange)}"` : '';
}
