import { type Access, Fault, type ProvisionalCaller } from '@meridian/hub';
import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import type { Response } from './response/response.ts';

/**
 * Carries out an operation for the caller as cached, which saves asking the database for that first: its read confirms the
 * caller. Undefined where that is not possible.
 */
export function handleProvisionally(
  operation: Operation,
  context: Context,
  secretHash: string,
  now: number,
): Promise<Response> | undefined {
  if (!operation.isConfirmedByRead) return undefined;
  const { access } = context.hub;
  const caller = access.authenticateProvisionally(secretHash, now);
  return caller && handleTwice(operation, context, caller, () => access.authenticate(secretHash, now));
}

/** Where the read does not confirm the caller, neither its response nor its fault counts: it is done again. */
async function handleTwice(
  operation: Operation,
  context: Context,
  caller: ProvisionalCaller,
  authenticate: () => ReturnType<Access['authenticate']>,
): Promise<Response> {
  context.caller = caller;
  try {
    const response = await operation.handle(context);
    if (caller.provisional.isConfirmed) return response;
  } catch (error) {
    if (caller.provisional.isConfirmed || isUnavailable(error)) throw error;
  }
  context.forgetCaller();
  context.caller = await authenticate();
  return operation.handle(context);
}

/** The database would not tell who is calling either. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'unavailable';
}
