import { CLIENT_EXIT_CODES } from './client-exit-codes.ts';

/** A terminal sends Ctrl-C to npm and to us, and npm passes its own on: that is one key, not two. */
const SAME_KEY_MS = 150;

/**
 * The first Ctrl-C (or SIGTERM) asks for an orderly end, a second one exits immediately. `release` gives the keys back.
 */
export function onStopSignal(ask: () => void, atOnce: () => void): { release(): void } {
  let first: number | undefined;
  const hear = () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      ask();
    } else if (now - first > SAME_KEY_MS) {
      atOnce();
      process.exit(CLIENT_EXIT_CODES.interrupted.code);
    }
  };
  process.on('SIGINT', hear).on('SIGTERM', hear);
  return { release: () => void process.off('SIGINT', hear).off('SIGTERM', hear) };
}
