import type { IncomingHttpHeaders } from 'node:http';

/** The span of the caller that a request belongs to. */
export type ParentSpan = { traceId: string; spanId: string; isSampled: boolean; state: string | undefined };

/** `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`; versions after 00 may append fields. */
const TRACE_PARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
/** As much as the standard asks to pass on. */
const MAX_STATE_LENGTH = 512;

/** The caller's span as W3C Trace Context has it; undefined where there is none, or its header is malformed. */
export function parentOf(headers: IncomingHttpHeaders): ParentSpan | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId, spanId, flags, more] = TRACE_PARENT.exec(traceparent.trim()) ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) !== 0;
  return { traceId, spanId, isSampled, state: readState(tracestate) };
}

/** A longer one is dropped whole, as the standard has it: half of an entry would be another one. */
function readState(header: string | string[] | undefined): string | undefined {
  const state = [header ?? []].flat().join(',');
  return state !== '' && state.length <= MAX_STATE_LENGTH ? state : undefined;
}
