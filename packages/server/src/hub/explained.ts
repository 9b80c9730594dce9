import type { Explainable, ReadableSpace } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { json, notStored, type Response } from '../http/response/response.ts';

/** The plan of a read. It tells how a space is stored and filled: not for everybody who may read it. */
export function explained(context: Context, space: ReadableSpace, read: Explainable): Response {
  context.hub.spaces.requireRight(context.caller, space.info.id, ['manageSpaces', 'adminSpaces']);
  return notStored(json(200, { type: 'ReadPlan', ...space.explain(read) }));
}
