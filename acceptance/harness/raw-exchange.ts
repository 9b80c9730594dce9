import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A last request. Whatever came before it, a request that is not whole included, it leads to the end of the connection. */
const LAST = `GET /healthz?${'last'.repeat(40)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const TIMEOUT_MS = 60_000;
/** A response is over when nothing more of it came for so long; and there is none where nothing came for so long. */
const OVER_AFTER_MS = 15;
const NONE_AFTER_MS = 200;

export type RawOptions = {
  /** Waits for the response to each piece before it sends the next. */
  inTurns: boolean;
};

/** Sends pieces of bytes on one connection, and gives everything that comes back until it ends. */
export async function exchangeRaw(
  url: string,
  pieces: readonly Buffer[],
  { inTurns }: RawOptions,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true).setTimeout(TIMEOUT_MS);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise<void>((resolve, reject) => {
    // A server that refuses a request closes the connection before it has read what follows.
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.on('timeout', () => {
      socket.destroy();
      reject(new Error(`no end within ${TIMEOUT_MS} ms after ${JSON.stringify(received.slice(-500))}`));
    });
  });
  const responded = async (before: number) => {
    const until = performance.now() + NONE_AFTER_MS;
    while (received.length === before && !socket.destroyed && performance.now() < until) await pause(1);
    for (let length = -1; length < received.length; await pause(OVER_AFTER_MS)) length = received.length;
  };
  for (const piece of [...pieces, LAST]) {
    if (socket.destroyed || socket.readableEnded) break;
    const before = received.length;
    socket.write(piece);
    if (inTurns && piece !== LAST) await responded(before);
  }
  await closed;
  return received;
}
