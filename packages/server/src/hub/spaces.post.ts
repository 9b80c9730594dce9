import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { MANAGE_SPACE } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { clientId } from '../parameters/view.ts';
import { schemaReader } from './schema-address.ts';

export const createSpace = operation({
  name: 'createSpace',
  method: 'POST',
  path: '/hub/spaces',
  summary: 'Create a space',
  tag: 'spaces',
  access: 'token',
  right: MANAGE_SPACE,
  query: { clientId },
  body: {
    description: 'The definition; only `title` is required',
    content: { 'application/json': refs.newSpace },
  },
  responses: {
    200: {
      description: 'The new space',
      content: { 'application/json': refs.space },
      links: linksWith({ space_id: '$response.body#/id' }, [
        'getSpace',
        'updateSpace',
        'deleteSpace',
        'putFeatures',
        'iterateFeatures',
        'getStatistics',
      ]),
    },
  },
  async handle(context) {
    const { hub, caller } = context;
    hub.spaces.requireCreatable(caller);
    context.refuseMisplaced();
    const { id } = caller.account;
    await hub.quota.requireRoom(id, 0, id);
    const definition = await context.document();
    return json(200, await hub.spaces.create(caller, definition, Date.now(), schemaReader(context)));
  },
});
