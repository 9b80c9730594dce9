import { randomBytes } from 'node:crypto';

export type Attributes = Record<string, string | number | undefined>;

export const SPAN_KINDS = { internal: 1, server: 2 } as const;

/** A finished piece of work. Times are in milliseconds since 1970. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  traceState?: string | undefined;
  name: string;
  kind: keyof typeof SPAN_KINDS;
  start: number;
  end: number;
  attributes: Attributes;
  /** Why it failed; absent where it did not. */
  failure?: string | undefined;
};

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

export function newTraceId(): string {
  return randomBytes(TRACE_ID_BYTES).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(SPAN_ID_BYTES).toString('hex');
}
