/** An answer outside 200–299. */
export class MeridianError extends Error {
  readonly status: number;
  /** Class of the error: `IllegalArgument`, `Exception`, `Timeout`, or the reason phrase of the status. */
  readonly error: string;
  /** Identifies the request in the log of the server. */
  readonly streamId: string | undefined;

  constructor(status: number, error: string, message: string, streamId: string | undefined) {
    super(message);
    this.name = 'MeridianError';
    this.status = status;
    this.error = error;
    this.streamId = streamId;
  }
}

/** Reads either form of error body, or, from a proxy in between, none of them. */
export async function readError(response: Response): Promise<MeridianError> {
  const text = await response.text();
  const body = parseObject(text);
  const error = textOf(body.error) ?? textOf(body.reasonPhrase) ?? response.statusText;
  const message =
    textOf(body.errorMessage) ?? textOf(body.message) ?? `The server answered ${response.status}`;
  const streamId = textOf(body.streamId) ?? response.headers.get('Stream-Id') ?? undefined;
  return new MeridianError(response.status, error, message, streamId);
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
