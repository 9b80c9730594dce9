import { Fault, type FaultKind } from '@meridian/hub';

/** What can go wrong before anything is asked of the hub: with the path, the method, a header or the body of a request. */
export const HTTP_FAULT_KINDS = ['noRoute', 'notAllowed', 'unsupportedType', 'rangeNotSatisfiable'] as const;
export type HttpFaultKind = (typeof HTTP_FAULT_KINDS)[number];

export class HttpFault extends Error {
  readonly kind: HttpFaultKind;
  readonly retryAfterSeconds = undefined;

  constructor(kind: HttpFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type AnyFaultKind = FaultKind | HttpFaultKind;

/** Whether an error is one that a user can meet; anything else is a fault of the server. */
export function isFault(error: unknown): error is Fault | HttpFault {
  return error instanceof Fault || error instanceof HttpFault;
}

/** Why a request failed, for the log: as the response says, and what only operators are told. */
export function reasonOf(error: unknown): string {
  if (!isFault(error)) return 'an internal error';
  const detail = error instanceof Fault ? error.detail : undefined;
  return detail === undefined ? error.message : `${error.message} (${detail})`;
}
