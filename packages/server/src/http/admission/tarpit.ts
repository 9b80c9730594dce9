import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from '../request/request-head.ts';

/**
 * Those who come too often get the 429 after about this time: who waits for the response can't ask again meanwhile.
 * Not all after the same time, or a flood would come back in waves.
 */
const HOLD_MS = 500;
const holdMs = () => HOLD_MS * (0.5 + Math.random());
/** No more than so many are held; the others get it at once, on a connection that ends with it. */
const MAX_HELD = 5000;

/** Keeps refused callers waiting, so that a flood costs as little as a trickle. */
export class Tarpit {
  readonly #sockets = new WeakSet<Socket>();
  #held = 0;

  get held(): number {
    return this.#held;
  }

  /** Resolves when it is time to respond; false where the connection should end with that. */
  async hold({ socket }: Pick<RequestHead, 'socket'>, outgoing: ServerResponse): Promise<boolean> {
    if (this.#held >= MAX_HELD) return false;
    if (this.#sockets.has(socket)) {
      // More requests on the same connection before the response to the first: only a flood does that.
      socket.destroy();
      return false;
    }
    this.#sockets.add(socket);
    this.#held++;
    await timeOrEnd(outgoing);
    this.#held--;
    this.#sockets.delete(socket);
    return true;
  }
}

function timeOrEnd(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      outgoing.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, holdMs());
    outgoing.once('close', end);
  });
}
