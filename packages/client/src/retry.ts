import { MeridianError, UnreachableError } from './error.ts';

/** Why a request is retried, and after how long. */
export type Delay = { error: MeridianError | UnreachableError; waitMs: number };

export type RetryOptions = {
  /** How long to retry while the hub is busy or unreachable, in milliseconds; 0 = do not retry. */
  retryTimeoutMs: number;
  /** Whether the request may be repeated after a lost response. */
  idempotent: boolean;
  onDelay?: ((delay: Delay) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** How long a caller asked to retry: `patience` is the old name, which still works. */
export type RetryTimeout = {
  /** How long to retry while the hub is busy (429, 503) or unreachable, in milliseconds; 0 by default. */
  retryTimeoutMs?: number | undefined;
  /** @deprecated the old name of `retryTimeoutMs` */
  patience?: number | undefined;
};

export function retryTimeoutOf({ retryTimeoutMs, patience }: RetryTimeout): number | undefined {
  return retryTimeoutMs ?? patience;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;
/** The hub is restarting, or a proxy in front of it finds nobody. */
const GONE = [502, 503, 504];

/**
 * Retries until success, the timeout, or an error that is not transient. What the hub asks for in
 * `Retry-After` is honoured; otherwise waits double from 0.2 s to 5 s, give or take a fifth, so that many clients
 * do not come back together.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  { retryTimeoutMs, idempotent, onDelay, signal }: RetryOptions,
): Promise<T> {
  const deadline = Date.now() + retryTimeoutMs;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error, idempotent)) throw error;
      const asked = error instanceof MeridianError ? error.retryAfter : undefined;
      const waitMs =
        asked ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.8 + Math.random() * 0.4);
      if (Date.now() + waitMs > deadline) throw error;
      onDelay?.({ error, waitMs });
      await sleep(waitMs, signal);
    }
  }
}

/** 429 says that nothing was done; after the others that is sure only where repeating does no harm. */
function isPassing(error: unknown, idempotent: boolean): error is MeridianError | UnreachableError {
  if (error instanceof MeridianError)
    return error.status === 429 || (idempotent && GONE.includes(error.status));
  return idempotent && error instanceof UnreachableError;
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
