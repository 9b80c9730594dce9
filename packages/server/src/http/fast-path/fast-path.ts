import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../response/response.ts';
import { FastConnection } from './fast-connection.ts';
import { type FastRequest, RequestParser } from './request-parser.ts';
import { responseHead } from './response-head.ts';

/** A whole response that is plain (`isPlain`). `isAscii`: of a body that is text. */
export type FastResponse = {
  status: number;
  headers: Headers;
  body: string | Uint8Array;
  isAscii: boolean;
};

/**
 * Answers a request at once, or gives undefined and leaves no trace: then the request comes again, through node:http.
 */
export type RespondAtOnce = (request: FastRequest) => FastResponse | undefined;

/**
 * Connections on which every request so far was a plain GET and was answered at once. node:http takes longer over such a
 * request than we do over its response. Whatever is out of the ordinary – another method, a body, a request in two
 * pieces, a response that needs waiting, a client that does not read its responses – goes to node:http, with its
 * connection and all that follows on it.
 */
export class FastPath {
  readonly #respond: RespondAtOnce;
  readonly #maxHeaderBytes: number;
  readonly #connections = new Set<FastConnection>();
  /** Those with a response to be sent. */
  #due: FastConnection[] = [];
  #responded = 0;
  #handedOver = 0;

  constructor(respond: RespondAtOnce, maxHeaderBytes: number) {
    this.#respond = respond;
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  /** How many requests were answered here, and how many connections were handed over to node:http. */
  get counts(): { answered: number; handed_over: number } {
    return { answered: this.#responded, handed_over: this.#handedOver };
  }

  /** Takes the connections of a server before node:http does. */
  open(server: Server): void {
    const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
    const passToNodeHttp = (socket: Socket) => {
      for (const listener of listeners) listener.call(server, socket);
    };
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#accept(socket, passToNodeHttp));
  }

  /** Ends all connections here once they have received their responses: no request is pending on any of them. */
  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  #accept(socket: Socket, passToNodeHttp: (socket: Socket) => void): void {
    const parser = new RequestParser(socket, this.#maxHeaderBytes);
    const connection = new FastConnection(socket, {
      read: (bytes) => {
        const request = connection.hasUnsent ? undefined : parser.parse(bytes);
        const response = request && this.#respond(request);
        if (response) this.#send(connection, response);
        else {
          this.#handedOver++;
          connection.release();
          this.#connections.delete(connection);
          passToNodeHttp(socket);
          socket.unshift(bytes);
        }
      },
      closed: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
  }

  /**
   * Responses are written together, once all requests are answered that have come by now: a client that waits for
   * several of them is woken once, and one that waits for a single one waits no longer.
   */
  #send(connection: FastConnection, { status, headers, body, isAscii }: FastResponse): void {
    this.#responded++;
    connection.unsent = { head: responseHead(status, headers), body, isAscii };
    if (this.#due.push(connection) > 1) return;
    setImmediate(() => {
      const due = this.#due;
      this.#due = [];
      for (const { send } of due) send();
    });
  }
}
