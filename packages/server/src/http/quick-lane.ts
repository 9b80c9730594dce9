import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type PlainRequest, PlainRequestReader } from './plain-request.ts';

/** An answer that is there: its head, and its body as text (of plain ASCII or not) or as bytes. */
export type Reply = { head: string; body: string | Uint8Array; isAscii: boolean };

/** Undefined where it can't be answered at once: the request comes again then, through node:http. */
export type AnswerAtOnce = (request: PlainRequest) => Reply | undefined;

/**
 * Connections on which everything so far was a plain request and was answered at once. node:http takes longer over such
 * a request than we do over its answer. Whatever is out of the ordinary – another method, a body, a request in two
 * pieces, an answer that needs waiting, a client that does not take in its answers – leaves the lane with its connection,
 * and is node:http's from then on.
 */
export class QuickLane {
  readonly #answer: AnswerAtOnce;
  readonly #maxHeaderBytes: number;
  readonly #here = new Set<QuickConnection>();
  /** Those with a reply to be sent. */
  #due: QuickConnection[] = [];

  constructor(answer: AnswerAtOnce, maxHeaderBytes: number) {
    this.#answer = answer;
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  /** Stands before the server: connections come here first. */
  open(server: Server): void {
    const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
    const letIn = (socket: Socket) => {
      for (const listener of listeners) listener.call(server, socket);
    };
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#enter(socket, letIn));
  }

  /** Ends all that are here, once they have taken in their answers: nothing is being asked on any of them. */
  close(): void {
    for (const connection of this.#here) connection.close();
  }

  cutOff(): void {
    for (const connection of this.#here) connection.cutOff();
  }

  #enter(socket: Socket, letIn: (socket: Socket) => void): void {
    const reader = new PlainRequestReader(socket, this.#maxHeaderBytes);
    const connection = new QuickConnection(socket, {
      read: (bytes) => {
        const request = connection.owes ? undefined : reader.read(bytes);
        const reply = request && this.#answer(request);
        if (reply) this.#send(connection, reply);
        else {
          connection.leave();
          this.#here.delete(connection);
          letIn(socket);
          socket.unshift(bytes);
        }
      },
      gone: () => this.#here.delete(connection),
    });
    this.#here.add(connection);
  }

  /**
   * Replies leave together, once all requests are answered that have come by now: who waits for several of them is woken
   * once, and who waits for one waits no longer.
   */
  #send(connection: QuickConnection, reply: Reply): void {
    connection.reply = reply;
    if (this.#due.push(connection) > 1) return;
    setImmediate(() => {
      const due = this.#due;
      this.#due = [];
      for (const { send } of due) send();
    });
  }
}

class QuickConnection {
  readonly #socket: Socket;
  readonly #listeners: [event: string, listener: (bytes: Buffer) => void][];
  /** Still to be sent. */
  reply: Reply | undefined;

  constructor(socket: Socket, { read, gone }: { read: (bytes: Buffer) => void; gone: () => void }) {
    this.#socket = socket;
    this.#listeners = [
      ['data', read],
      ['end', () => this.end()],
      ['error', () => socket.destroy()],
      ['close', gone],
    ];
    for (const [event, listener] of this.#listeners) socket.on(event, listener);
  }

  /** Whether its client has not been sent all that it is to get. */
  get owes(): boolean {
    return this.reply !== undefined || this.#socket.writableLength > 0;
  }

  readonly send = (): void => {
    if (!this.reply) return;
    const { head, body, isAscii } = this.reply;
    this.reply = undefined;
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

  /** Gives the socket free. */
  leave(): void {
    this.send();
    for (const [event, listener] of this.#listeners) this.#socket.off(event, listener);
  }

  /** There will be no more requests. */
  end(): void {
    this.send();
    this.#socket.end();
  }

  close(): void {
    this.send();
    this.#socket.destroySoon();
  }

  cutOff(): void {
    this.#socket.destroy();
  }
}
