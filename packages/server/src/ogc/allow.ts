import type { Right } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { type Operation, operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';
import { MERGE_PATCH } from './item.write.ts';

/** What a caller may do with a resource, besides reading it: GIS offer no editing where this does not allow it. */
type Allowed = { method: string; right: Right };

type Resource = { name: string; path: string; summary: string; changes: readonly Allowed[] };

/** OPTIONS of a resource: its `Allow` has what this caller may really do. */
export function allowOperation({ name, path, summary, changes }: Resource): Operation {
  return operation({
    name,
    method: 'OPTIONS',
    path,
    summary,
    tag: 'ogc',
    access: 'token',
    right: {
      oneOf: ['readFeatures', ...new Set(changes.map(({ right }) => right))],
      on: 'space',
      which: 'Any of them: the header `Allow` follows them.',
    },
    query: {},
    isStrict: true,
    responses: {
      204: { description: 'The methods are in the header `Allow`, what PATCH takes is in `Accept-Patch`' },
    },
    handle(context, read) {
      context.requireRight();
      read();
      const response = empty(204);
      const allowed = ['OPTIONS', ...reading(context), ...changing(context, changes)];
      response.headers.Allow = allowed.join(', ');
      if (allowed.includes('PATCH')) response.headers['Accept-Patch'] = MERGE_PATCH;
      return response;
    },
  });
}

function reading({ hub, caller, spaceId }: Context): string[] {
  return hub.spaces.may(caller, spaceId, 'readFeatures') ? ['GET', 'HEAD'] : [];
}

function changing({ hub, caller, spaceId }: Context, changes: readonly Allowed[]): string[] {
  return changes
    .filter(({ right }) => hub.features.mayChange(caller, { id: spaceId }, right))
    .map(({ method }) => method);
}
