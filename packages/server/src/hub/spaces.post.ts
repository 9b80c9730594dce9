import { json } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { clientId } from '../parameters/documented.ts';

export const createSpace: Operation = {
  name: 'createSpace',
  method: 'POST',
  path: '/hub/spaces',
  summary: 'Create a space',
  tag: 'spaces',
  access: 'token',
  query: [clientId],
  body: {
    description: 'The definition; only `title` is required',
    content: { 'application/json': refs.spaceInput },
  },
  answers: { 200: { description: 'The new space', content: { 'application/json': refs.space } } },
  async handle(context) {
    context.hub.spaces.requireCreatable(context.caller);
    const definition = await context.document();
    return json(200, await context.hub.spaces.create(context.caller, definition, Date.now()));
  },
};
