import { missing } from '@meridian/hub';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { JSON_TYPE } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { requireHistory } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';

export const getChangeset = operation({
  name: 'getChangeset',
  method: 'GET',
  path: '/hub/spaces/{space_id}/changesets/{version}',
  summary: 'Read what one version changed',
  description: 'For a space that keeps its history.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { view: views },
  responses: { 200: { description: 'The changes', content: { 'application/json': refs.changeset } } },
  async handle(context, read) {
    const space = context.openForReading();
    requireHistory(space, 'changesets');
    const name = context.parameter('version');
    const version = /^\d{1,15}$/.test(name) ? Number(name) : Number.NaN;
    const view = viewOf(read().view, context);
    const content = await space.content();
    const { oldestChanges, latest } = await space.versions(context.ticket);
    if (!(version >= oldestChanges && version <= latest)) throw missing();
    const changes = { from: version, to: version, limit: Number.POSITIVE_INFINITY, view, alone: true };
    return unlessKnown(context, etagOf(context, space.info, content), () => ({
      status: 200,
      headers: { 'Content-Type': JSON_TYPE },
      body: { head: '', stream: space.changes(changes, context.readOptions), tail: () => '', between: '' },
    }));
  },
});
