import type { SpaceRef } from '../../model/source.ts';
import { namedIds } from '../../rules/write/apply-write.ts';
import { baseRevisionOf } from '../../rules/write/base-revision.ts';
import type { BodyContent } from '../../rules/write/body-content.ts';
import type { StateName } from '../../rules/write/feature-table.ts';
import { readBody } from '../../rules/write/read-body.ts';
import type { DeleteRequest, WriteRequest } from '../../rules/write/write-request.ts';

/** A request as far as it can be looked at before its space is held: what is stored of it can be fetched at once. */
export type PreparedWrite = {
  /** The features it will ask for. */
  ids: string[];
  /** The states it says it is based on. */
  baseRevisions: (StateName & { id: string })[];
  /** What is wrong with it as a whole. */
  fault?: unknown;
} & (
  | { kind: 'write'; request: WriteRequest; body: BodyContent }
  | { kind: 'delete'; request: DeleteRequest }
);

const NO_BODY: BodyContent = { single: false, modifications: [] };

export function prepareWrite(space: SpaceRef, request: WriteRequest): PreparedWrite {
  try {
    const body = readBody(request);
    return {
      kind: 'write',
      request,
      body,
      ids: namedIds(request, body),
      baseRevisions: baseRevisionsOf(space, request, body),
    };
  } catch (fault) {
    return { kind: 'write', request, body: NO_BODY, ids: [], baseRevisions: [], fault };
  }
}

export function prepareDelete(request: DeleteRequest): PreparedWrite {
  return { kind: 'delete', request, ids: [...(request.ids ?? [])], baseRevisions: [] };
}

function baseRevisionsOf(
  { id: space }: SpaceRef,
  { target, prefixId, versioning }: WriteRequest,
  { modifications }: BodyContent,
): (StateName & { id: string })[] {
  if (!versioning) return [];
  return modifications
    .flatMap(({ entries }) => entries)
    .flatMap(({ id: given, input }) => {
      const baseRevision = input && baseRevisionOf(input, space, versioning);
      const id = target.kind === 'feature' ? target.id : given && prefixId + given;
      if (!baseRevision || id === undefined) return [];
      // What is no name of a state is refused later.
      const { uuid, version } = baseRevision;
      return [
        {
          id,
          ...(typeof uuid === 'string' ? { uuid } : {}),
          ...(Number.isSafeInteger(version) ? { version: version! } : {}),
        },
      ];
    });
}
