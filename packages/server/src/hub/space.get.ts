import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { ANY_RIGHT_ON_SPACE } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clientId } from '../parameters/view.ts';

export const getSpace = operation({
  name: 'getSpace',
  method: 'GET',
  path: '/hub/spaces/{space_id}',
  summary: 'Read the definition of a space',
  tag: 'spaces',
  access: 'token',
  right: ANY_RIGHT_ON_SPACE,
  query: { clientId },
  responses: { 200: { description: 'The space', content: { 'application/json': refs.space } } },
  async handle(context) {
    const { hub, caller, spaceId } = context;
    const space = await hub.spaces.get(caller, spaceId);
    context.refuseMisplaced();
    return json(200, space);
  },
});
