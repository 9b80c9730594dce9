import { writeSync } from 'node:fs';
import { EXIT_CODES, SIGNAL_EXIT_CODES } from './exit-codes.ts';

const STDERR = 2;
const FATAL_LEVEL = 60;

/** The first signal asks for an orderly stop; a second one ends the process at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const [signal, code] of Object.entries(SIGNAL_EXIT_CODES))
    process.on(signal, () => {
      if (stopping) process.exit(code);
      stopping = true;
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
    time: new Date().toISOString(),
    err: { type: name, message, stack },
    msg,
  };
  writeSync(STDERR, `${JSON.stringify(entry)}\n`);
  process.exit(EXIT_CODES.failure.code);
}
