import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How exactly the time is kept. */
const LOOKS_PER_TIMEOUT = 8;
const LONGEST_PAUSE_MS = 5000;

/** `running`: responses that are still to come or being sent. */
type Connection = { running: number; bytes: number; quietSince: number };

/**
 * Closes connections on which nothing has happened for some time. node:http would do it with two timers for every
 * request; looking at all connections now and then costs next to nothing.
 */
export class IdleConnections {
  readonly #timeoutMs: number;
  readonly #connections = new Map<Socket, Connection>();

  /** 0 = they are kept for ever. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  watch(server: Server, event: 'connection' | 'secureConnection'): void {
    if (this.#timeoutMs === 0) return;
    server.on(event, (socket: Socket) => {
      this.#connections.set(socket, { running: 0, bytes: 0, quietSince: performance.now() });
      socket.once('close', () => this.#connections.delete(socket));
    });
    const pause = Math.min(this.#timeoutMs / LOOKS_PER_TIMEOUT, LONGEST_PAUSE_MS);
    const looking = setInterval(() => this.#look(performance.now()), pause).unref();
    server.once('close', () => clearInterval(looking));
  }

  /** A response is on its way; to be called when it is not any more. */
  begin(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.running++;
  }

  end(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.running--;
  }

  #look(now: number): void {
    for (const [socket, connection] of this.#connections) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (connection.running > 0 || bytes !== connection.bytes) {
        connection.bytes = bytes;
        connection.quietSince = now;
      } else if (now - connection.quietSince > this.#timeoutMs) socket.destroy();
    }
  }
}
