import { writeSync } from 'node:fs';
import { EXIT_CODES, SIGNAL_EXIT_CODES } from './exit-codes.ts';

const STDERR = 2;
const FATAL_LEVEL = 60;

/** A terminal sends Ctrl-C to npm and to us, and npm passes its own on: that is one signal, not two. */
const SAME_KEY_MS = 150;

/** The first signal asks for an orderly stop; a second one ends the process immediately. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let first: { signal: string; at: number } | undefined;
  for (const [signal, code] of Object.entries(SIGNAL_EXIT_CODES))
    process.on(signal, () => {
      const now = performance.now();
      if (first) {
        const isEcho = signal === 'SIGINT' && first.signal === 'SIGINT' && now - first.at < SAME_KEY_MS;
        if (!isEcho) process.exit(code);
        return;
      }
      first = { signal, at: now };
      stop().then(
        () => process.exit(EXIT_CODES.orderly.code),
        (error: unknown) => crash('The orderly stop failed', error),
      );
    });
}

/** After an error nobody caught, the state of the process is unknown: only a new one can be trusted. */
export function exitOnCrash(): void {
  process.on('uncaughtException', (error) => crash('Meridian crashed', error));
}

/** Written at once and in the form of the other log lines, since nothing else of the process may work. */
function crash(msg: string, error: unknown): never {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const entry = {
    level: FATAL_LEVEL,
    time: Date.now(),
    err: { type: name, message, stack },
    msg,
  };
  writeSync(STDERR, `${JSON.stringify(entry)}\n`);
  process.exit(EXIT_CODES.failure.code);
}
