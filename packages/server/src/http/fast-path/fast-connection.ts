import type { Socket } from 'node:net';

type Unsent = { head: string; body: string | Uint8Array; isAscii: boolean };

/** A connection that node:http does not know of. */
export class FastConnection {
  readonly #socket: Socket;
  readonly #listeners: [event: string, listener: (bytes: Buffer) => void][];
  /** The response to the latest request, until it is written. */
  unsent: Unsent | undefined;

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
    const { head, body, isAscii } = this.unsent;
    this.unsent = undefined;
    const socket = this.#socket;
    if (typeof body === 'string') {
      socket.write(head + body, isAscii ? 'latin1' : 'utf8');
      return;
    }
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  };

  /** Takes its listeners off the socket, which is somebody else's from now on. */
  release(): void {
    this.send();
    for (const [event, listener] of this.#listeners) this.#socket.off(event, listener);
  }

  close(): void {
    this.send();
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** There will be no more requests. */
  #end(): void {
    this.send();
    this.#socket.end();
  }
}
