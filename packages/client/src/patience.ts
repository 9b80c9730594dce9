import { MeridianError, UnreachableError } from './error.ts';

/** Why a call is sent again, and after how long. */
export type Delay = { error: MeridianError | UnreachableError; waitMs: number };

export type Patience = {
  /** For how long to go on trying while the hub is busy or gone, in milliseconds; 0 = not at all. */
  patience: number;
  /** Whether sending the same again after a lost answer does no harm. */
  idempotent: boolean;
  onDelay?: ((delay: Delay) => void) | undefined;
  signal?: AbortSignal | undefined;
};

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;
/** The hub is restarting, or a proxy in front of it finds nobody. */
const GONE = [502, 503, 504];

/**
 * Tries until it works, patience ends, or the answer is one that would not change. What the hub asks for in
 * `Retry-After` is honoured; otherwise waits double from 0.2 s to 5 s, give or take a fifth, so that many clients
 * do not come back at once.
 */
export async function patiently<T>(
  attempt: () => Promise<T>,
  { patience, idempotent, onDelay, signal }: Patience,
): Promise<T> {
  const deadline = Date.now() + patience;
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

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
