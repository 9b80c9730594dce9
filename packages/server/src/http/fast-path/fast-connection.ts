import type { Socket } from 'node:net';

/** A response that may take its time to be sent: how long its client may take in nothing, and who is told once it is gone. */
export type SlowResponse = { timeoutMs: number; sent(isWhole: boolean): void };

type Unsent = {
  head: string;
  body: string | Uint8Array;
  isAscii: boolean;
  slow: SlowResponse | undefined;
};

/** A connection that node:http does not know of. */
export class FastConnection {
  readonly #socket: Socket;
  readonly #listeners: [event: string, listener: (bytes: Buffer) => void][];
  /** The response to the latest request, until it is written. */
  unsent: Unsent | undefined;
  #isWaiting = false;
  /** Whether the response that is waited for is the last one. */
  #isLast = false;
  /** Whether the client sends no more. */
  #hasEnded = false;

  constructor(socket: Socket, { read, closed }: { read: (bytes: Buffer) => void; closed: () => void }) {
    this.#socket = socket;
    this.#listeners = [
      ['data', read],
      ['end', () => this.#end()],
      ['error', () => socket.destroy()],
      ['close', closed],
    ];
    for (const [event, listener] of this.#listeners) socket.on(event, listener);
  }

  /** Whether its client has not been sent all of its responses. */
  get hasUnsent(): boolean {
    return this.unsent !== undefined || this.#socket.writableLength > 0;
  }

  readonly send = (): void => {
    if (!this.unsent) return;
    const { head, body, isAscii, slow } = this.unsent;
    this.unsent = undefined;
    const socket = this.#socket;
    if (typeof body === 'string') socket.write(head + body, isAscii ? 'latin1' : 'utf8');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    }
    if (slow) this.#watch(slow);
    if (this.#isLast) socket.destroySoon();
    this.#endWait();
  };

  /** Cuts off a client that takes in nothing. */
  #watch({ timeoutMs, sent }: SlowResponse): void {
    const socket = this.#socket;
    if (socket.destroyed || socket.writableLength === 0) return sent(!socket.destroyed);
    const cut = () => socket.destroy();
    const end = () => {
      for (const event of ['drain', 'close']) socket.off(event, end);
      socket.off('timeout', cut);
      if (!socket.destroyed) socket.setTimeout(0);
      sent(!socket.destroyed);
    };
    socket.setTimeout(timeoutMs, cut);
    for (const event of ['drain', 'close']) socket.once(event, end);
  }

  /** The response to a request is still to come: nothing more is read until it is sent. */
  beginWait(): void {
    this.#isWaiting = true;
    this.#socket.pause();
  }

  #endWait(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#socket.resume();
  }

  /** Takes its listeners off the socket, which is somebody else's from now on; `bytes`: what that one is to read again. */
  release(handOver: () => void, bytes: Buffer): void {
    this.send();
    // Nothing can be read again then. node:http, too, leaves a client that sends no more without a response that takes time.
    if (this.#hasEnded) return this.destroy();
    for (const [event, listener] of this.#listeners) this.#socket.off(event, listener);
    handOver();
    this.#socket.unshift(bytes);
    this.#endWait();
  }

  close(): void {
    this.#isLast = true;
    if (this.#isWaiting) return;
    this.send();
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** There will be no more requests. */
  #end(): void {
    this.#hasEnded = true;
    this.#isLast = true;
    if (this.#isWaiting) return;
    this.send();
    this.#socket.end();
  }
}
