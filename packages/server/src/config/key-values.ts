/** A name as HTTP headers and OpenTelemetry attributes have it. */
const NAME = /^[\w.!#$%&'*+^`|~/-]+$/;
/** Neither names nor values may begin another line. */
const CONTROL = /\p{Cc}/u;

/** `a=1,b=x%20y`, as OTEL_RESOURCE_ATTRIBUTES has it; undefined where the text is none. */
export function readKeyValues(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map(readPair);
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined;
}

export function showKeyValues(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join(',');
}

function readPair(pair: string): [name: string, value: string] | undefined {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  const value = decoded(pair.slice(equals + 1).trim());
  return NAME.test(name) && value !== undefined && !CONTROL.test(value) ? [name, value] : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
