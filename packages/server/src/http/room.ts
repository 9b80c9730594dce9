import type { Context } from './context.ts';
import type { Operation } from './operation.ts';
import type { Response } from './response/response.ts';

/** Carries out an operation, unless it may store something and the disk is nearly full. */
export function handleWithRoom(operation: Operation, context: Context): Response | Promise<Response> {
  return needsRoom(operation)
    ? context.hub.disk.requireRoom().then(() => operation.handle(context))
    : operation.handle(context);
}

/** Whether a disk that is nearly full is a reason to refuse it. */
export function needsRoom({ method, needsNoRoom }: Operation): boolean {
  return method !== 'GET' && method !== 'DELETE' && !needsNoRoom;
}
