import type { Link } from '../http/operation.ts';

/** Links to several operations that take the same of a response, each under the operation's name. */
export function linksWith(
  parameters: Link['parameters'],
  operationIds: readonly string[],
): Record<string, Link> {
  return Object.fromEntries(operationIds.map((operationId) => [operationId, { operationId, parameters }]));
}
