/** A response outside 200–299, or one that is no JSON where the hub would have sent some. */
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

/** Reads either form of error body, or, from a proxy in between, none of them. `url`: where it was asked for. */
export async function readError(response: Response, url: string): Promise<MeridianError> {
  const text = await response.text();
  const body = parseObject(text);
  const error = textOf(body.error) ?? textOf(body.reasonPhrase) ?? response.statusText;
  const message = textOf(body.errorMessage) ?? textOf(body.message) ?? foreignResponse(response, text, url);
  const streamId = textOf(body.streamId) ?? response.headers.get('Stream-Id') ?? undefined;
  return new MeridianError(response.status, error, message, streamId, readRetryAfter(response.headers));
}

/** A successful response with something else than the JSON that was asked for, such as the page of a proxy to sign in at. */
export function notJson(response: Response, text: string, url: string): MeridianError {
  return new MeridianError(response.status, 'Not JSON', foreignResponse(response, text, url), undefined);
}

/** What is not of the hub is told by its host and status: the page of a proxy says less, in more words. */
function foreignResponse({ status, statusText, headers }: Response, text: string, url: string): string {
  const reason = statusText === '' ? '' : ` (${statusText})`;
  const isPage = /html/i.test(headers.get('Content-Type') ?? '') || /^\s*<[!a-z]/i.test(text);
  const what = isPage
    ? ' and a page of HTML: this is a proxy or another server, not the hub'
    : text === ''
      ? ''
      : ' and something else than the JSON of a hub';
  return `${new URL(url).host} responded with ${status}${reason}${what}`;
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
