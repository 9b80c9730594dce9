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
