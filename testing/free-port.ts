import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to clients: what ends and starts again finds its port as it was. */
const FIRST = 20_000;
const LAST = 32_000;
const MAX_TRIES = 50;

/** Nobody else is likely to take it between now and the start of what is to listen there. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${FIRST} and ${LAST} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
