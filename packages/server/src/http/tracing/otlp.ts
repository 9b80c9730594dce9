import { type Attributes, SPAN_KINDS, type Span } from './span.ts';

const STATUS_ERROR = 2;

/** The body of `POST /v1/traces`: an ExportTraceServiceRequest of OTLP 1.x in its JSON encoding. */
export function tracesBody(resource: Attributes, version: string, spans: readonly Span[]): string {
  const scope = { name: 'meridian', version };
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope, spans: spans.map(spanMessage) }],
      },
    ],
  });
}

function spanMessage({ kind, start, end, attributes, failure, ...named }: Span) {
  return {
    ...named,
    kind: SPAN_KINDS[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: keyValues(attributes),
    status: failure === undefined ? {} : { code: STATUS_ERROR, message: failure },
  };
}

/** Exact to the microsecond: a number has no room for nanoseconds since 1970. */
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}

function keyValues(attributes: Attributes) {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      // 64-bit integers are strings in the JSON of protocol buffers.
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
}
