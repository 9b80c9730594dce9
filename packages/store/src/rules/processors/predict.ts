import { applyWrite } from '../write/apply-write.ts';
import type { FeatureTable } from '../write/feature-table.ts';
import { readBody } from '../write/read-body.ts';
import { Unverdicted } from '../write/unprocessed.ts';
import type { Unprocessed, WriteRequest } from '../write/write-request.ts';

/** A space without features. */
const EMPTY: FeatureTable = {
  nextVersion: 1,
  oldState: () => undefined,
  get: () => undefined,
  insert: () => undefined,
  replace: () => undefined,
  remove: () => undefined,
  count: () => 0,
};

/**
 * The features that a write stores if none of them is there yet, or all are replaced: mostly those that its writer will
 * ask for. Where the body is at fault, that fault.
 */
export function predict(space: string, request: WriteRequest): Unprocessed {
  const content = readBody(request);
  const body = request.body.bytes;
  try {
    applyWrite({ ...request, verdicts: [] }, space, EMPTY, Date.now(), content);
  } catch (error) {
    if (error instanceof Unverdicted) return { body, features: error.features, newIds: error.newIds };
    // Not for us to tell: the writer knows what is stored.
  }
  return { body, features: new Uint8Array(0), newIds: [] };
}
