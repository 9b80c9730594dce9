import { MeridianClient, MeridianError } from '@meridian/client';
import { hubUrl } from './hub-url.ts';

/** A request to the hub: the example to copy is exactly what is sent. */
export type HubRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  path: string;
  body?: unknown;
  contentType?: string;
};

let token: string | undefined;
/** How long a busy hub is retried before an error is shown. */
const RETRY_TIMEOUT_MS = 10_000;
let client = new MeridianClient({ url: hubUrl, retryTimeoutMs: RETRY_TIMEOUT_MS });

/** From now on calls are made with this token instead of the cookies of a sign-in; without one, with the cookies. */
export function callWith(secret: string | undefined): void {
  token = secret;
  client = new MeridianClient({
    url: hubUrl,
    // Who has a token needs no cookies, and what is shown in a frame must not depend on them.
    ...(secret === undefined ? {} : { token: secret, credentials: 'omit' as const }),
    retryTimeoutMs: RETRY_TIMEOUT_MS,
  });
}

/** Whether calls are made with the token of a link instead of the cookies of a sign-in. */
export function usesToken(): boolean {
  return token !== undefined;
}

export function hub(): MeridianClient {
  return client;
}

/** Headers that say who is calling; none where the cookies do. */
export function credentials(): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** Larger responses are not held by the page. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** The parsed response body; an error response is thrown as a MeridianError. */
export async function call<Body>(request: HubRequest, signal?: AbortSignal): Promise<Body> {
  const { method = 'GET', path, body, contentType = 'application/json' } = request;
  const response = await fetch(hubUrl + path, {
    method,
    headers: {
      Accept: 'application/json, application/geo+json',
      ...(body === undefined ? {} : { 'Content-Type': contentType }),
      ...credentials(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(token === undefined ? {} : { credentials: 'omit' as const }),
    ...(signal ? { signal } : {}),
  });
  const text = await readText(response);
  if (!response.ok) throw errorOf(response, text);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.length;
    if (size > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new MeridianError(
        response.status,
        'TooLarge',
        `the response is larger than ${MAX_RESPONSE_BYTES >> 20} MB`,
        undefined,
      );
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}

function errorOf(response: Response, text: string): MeridianError {
  let said: Record<string, unknown> = {};
  try {
    said = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    // From a proxy in between: the status has to do.
  }
  const message = said.errorMessage ?? said.message ?? `The hub responded with ${response.status}`;
  return new MeridianError(
    response.status,
    String(said.error ?? said.reasonPhrase ?? response.statusText),
    String(message),
    response.headers.get('Stream-Id') ?? undefined,
  );
}
