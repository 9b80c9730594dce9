import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { boolean } from '../parameters/parameter.ts';
import { clientId } from '../parameters/view.ts';
import { schemaReader } from './schema-address.ts';

const keepUnknown = boolean({
  name: 'keepUnknown',
  description:
    'Store processors and listeners that this hub does not have, switched off, instead of refusing them: for definitions of other hubs.',
});

export const updateSpace = operation({
  name: 'updateSpace',
  method: 'PATCH',
  path: '/hub/spaces/{space_id}',
  summary: 'Change the definition of a space',
  description: 'Objects merge member by member, `null` removes a member, arrays and plain values replace.',
  tag: 'spaces',
  access: 'token',
  right: {
    oneOf: ['manageSpaces', 'adminSpaces'],
    on: 'space',
    which: '`adminSpaces` is for giving the space to another account, `manageSpaces` for all other changes.',
  },
  query: { keepUnknown, clientId },
  body: { description: 'The members to change', content: { 'application/json': refs.spaceInput } },
  responses: { 200: { description: 'The changed space', content: { 'application/json': refs.space } } },
  async handle(context, read) {
    const { hub, caller, spaceId } = context;
    context.requireRight();
    const { keepUnknown } = read();
    const patch = await context.document();
    const schemas = schemaReader(context);
    return json(200, await hub.spaces.patch(caller, spaceId, patch, Date.now(), schemas, keepUnknown));
  },
});
