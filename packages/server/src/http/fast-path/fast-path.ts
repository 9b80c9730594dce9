import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../response/response.ts';
import { FastConnection, type SlowResponse } from './fast-connection.ts';
import { type FastRequest, RequestParser } from './request-parser.ts';
import { responseHead } from './response-head.ts';

/** A whole response that is plain (`isPlain`). `isAscii`: of a body that is text. */
export type FastResponse = {
  status: number;
  headers: Headers;
  body: string | Uint8Array;
  isAscii: boolean;
  /** Where it does not fit into the buffers of any connection. */
  slow?: SlowResponse;
};

/** Undefined where it takes node:http to answer: then the request comes again, through node:http. */
export type FastAnswer = FastResponse | Promise<FastResponse | undefined> | undefined;
export type RespondFast = (request: FastRequest) => FastAnswer;

/**
 * Connections on which every request so far was a plain GET with a response that is short, or there already. node:http takes longer over such a
 * request than we do over its response. Whatever is out of the ordinary – another method, a body, a request in two
 * pieces, a long response that is still to be made, a client that does not read its responses – goes to node:http, with its
 * connection and all that follows on it.
 */
export class FastPath {
  readonly #respond: RespondFast;
  readonly #maxHeaderBytes: number;
  readonly #connections = new Set<FastConnection>();
  /** Those with a response to be sent. */
  #due: FastConnection[] = [];
  #responded = 0;
  #handedOver = 0;

  constructor(respond: RespondFast, maxHeaderBytes: number) {
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

  /** Ends all connections here once they have received their responses. */
  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  #accept(socket: Socket, passToNodeHttp: (socket: Socket) => void): void {
    const parser = new RequestParser(socket, this.#maxHeaderBytes);
    const handOver = (bytes: Buffer) => {
      this.#handedOver++;
      this.#connections.delete(connection);
      connection.release(() => passToNodeHttp(socket), bytes);
    };
    const connection = new FastConnection(socket, {
      read: (bytes) => {
        const request = connection.hasUnsent ? undefined : parser.parse(bytes);
        const response = request && this.#respond(request);
        if (response instanceof Promise) void this.#sendLater(connection, response, () => handOver(bytes));
        else if (response) this.#send(connection, response);
        else handOver(bytes);
      },
      closed: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
  }

  async #sendLater(
    connection: FastConnection,
    coming: Promise<FastResponse | undefined>,
    handOver: () => void,
  ): Promise<void> {
    connection.beginWait();
    const response = await coming;
    if (!this.#connections.has(connection)) return response?.slow?.sent(false);
    if (response) this.#send(connection, response);
    else handOver();
  }

  /**
   * Responses are written together, once all requests are answered that have come by now: a client that waits for
   * several of them is woken once, and one that waits for a single one waits no longer.
   */
  #send(connection: FastConnection, { status, headers, body, isAscii, slow }: FastResponse): void {
    this.#responded++;
    connection.unsent = { head: responseHead(status, headers), body, isAscii, slow };
    if (this.#due.push(connection) > 1) return;
    setImmediate(() => {
      const due = this.#due;
      this.#due = [];
      for (const { send } of due) send();
    });
  }
}
