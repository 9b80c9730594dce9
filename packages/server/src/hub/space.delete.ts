import { operation } from '../http/operation.ts';
import { empty, json } from '../http/response/response.ts';
import { MANAGE_SPACE } from '../http/right-rule.ts';
import { clientId } from '../parameters/view.ts';

export const deleteSpace = operation({
  name: 'deleteSpace',
  method: 'DELETE',
  path: '/hub/spaces/{space_id}',
  summary: 'Delete a space with all its features',
  tag: 'spaces',
  access: 'token',
  right: MANAGE_SPACE,
  query: { clientId },
  responses: { 204: { description: 'The space is gone' } },
  async handle(context) {
    const { hub, caller, spaceId, dialect, accept } = context;
    context.requireRight();
    const deleted = await hub.spaces.delete(caller, spaceId);
    return dialect.deletedSpaceResponse === 'space' && accept === 'application/json'
      ? json(200, deleted)
      : empty(204);
  },
});
