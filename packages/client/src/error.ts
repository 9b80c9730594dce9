/** A response outside 200–299. */
export class MeridianError extends Error {
  readonly status: number;
  /** Class of the error: `IllegalArgument`, `Exception`, `Timeout`, or the reason phrase of the status. */
  readonly error: string;
  /** What the hub said; the same as `message`. */
  readonly errorMessage: string;
  /** Identifies the request in the log of the server. */
  readonly streamId: string | undefined;
  /** When to retry, in milliseconds from now. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    error: string,
    message: string,
    streamId: string | undefined,
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'MeridianError';
    this.status = status;
    this.error = error;
    this.errorMessage = message;
    this.streamId = streamId;
    this.retryAfter = retryAfter;
  }
}

/** No response: nobody listens there, the name is unknown, the connection broke. */
export class UnreachableError extends Error {
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`${url} cannot be reached: ${innermost(cause)}`, { cause });
    this.name = 'UnreachableError';
    this.url = url;
  }
}

/** fetch says "fetch failed" and keeps what happened, such as ECONNREFUSED, in the cause of the cause. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermost(error.cause);
  return error.message || (error as { code?: string }).code || error.name;
}

/** Reads either form of error body, or, from a proxy in between, none of them. */
export async function readError(response: Response): Promise<MeridianError> {
  const text = await response.text();
  const body = parseObject(text);
  const error = textOf(body.error) ?? textOf(body.reasonPhrase) ?? response.statusText;
  const message =
    textOf(body.errorMessage) ?? textOf(body.message) ?? `The server responded with ${response.status}`;
  const streamId = textOf(body.streamId) ?? response.headers.get('Stream-Id') ?? undefined;
  return new MeridianError(response.status, error, message, streamId, readRetryAfter(response.headers));
}

/** `Retry-After: 3` or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
