/**
 * The catalogue of what can go wrong with spaces, features and accounts. The server turns the kind into a status; the message
 * is for the user and names the culprit and what would be right.
 */
export const FAULT_KINDS = [
  'invalid',
  'unauthorized',
  'notSignedIn',
  'forbidden',
  'notFound',
  'readOnly',
  'conflict',
  'unknownToken',
  'preconditionFailed',
  'tooLarge',
  'tooMany',
  'full',
  'damaged',
  'unavailable',
  'timeout',
  'cancelled',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export class Fault extends Error {
  readonly kind: FaultKind;
  /** When it is worth trying again, where that is known. */
  readonly retryAfterSeconds: number | undefined;
  /** What lies behind it, for the log of the operator: no response has it. */
  readonly detail: string | undefined;

  constructor(kind: FaultKind, message: string, retryAfterSeconds?: number, detail?: string) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.detail = detail;
  }
}

/** The fixed text for a missing resource of the path; clients look for it. */
export const MISSING_RESOURCE = 'The requested resource does not exist.';

export function invalid(message: string): Fault {
  return new Fault('invalid', message);
}

/** Thrown by work whose caller has gone: nobody is waiting for its result, and nothing may be made of it. */
export function cancelled(): Fault {
  return new Fault('cancelled', 'the client closed the connection before the response was ready');
}

export function missing(): Fault {
  return new Fault('notFound', MISSING_RESOURCE);
}

/** A fault as it travels between threads. */
export type FaultMessage = {
  kind: FaultKind | 'internal';
  message: string;
  stack?: string | undefined;
  retryAfterSeconds?: number | undefined;
  detail?: string | undefined;
};

export function toFaultMessage(error: unknown): FaultMessage {
  if (error instanceof Fault) {
    const { kind, message, retryAfterSeconds, detail } = error;
    return { kind, message, retryAfterSeconds, detail };
  }
  if (error instanceof Error) return { kind: 'internal', message: error.message, stack: error.stack };
  return { kind: 'internal', message: String(error) };
}

export function fromFaultMessage({ kind, message, stack, retryAfterSeconds, detail }: FaultMessage): Error {
  if (kind !== 'internal') return new Fault(kind, message, retryAfterSeconds, detail);
  const error = new Error(message);
  if (stack) error.stack = stack;
  return error;
}
