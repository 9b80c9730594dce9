import type { Socket } from 'node:net';
import { type Address, type Client, connect, promptSocket } from './connection.ts';
import { tooLate } from './database.ts';
import { PreparedTexts } from './prepared-texts.ts';
import { lookupSettings } from './read-settings.ts';

/** The values of a row as PostgreSQL writes them, in the order of the columns. */
export type TextRow = readonly (string | null)[];

type Asked = {
  rows: TextRow[];
  /** Undefined where nothing came of it: it is to be asked elsewhere, where its error is told. */
  resolve(rows: TextRow[] | undefined): void;
  reject(error: unknown): void;
};

/** Nobody waits longer than this. */
const TIMEOUT_MS = 15_000;

const code = (letter: string) => letter.charCodeAt(0);
const [PARSE, BIND, EXECUTE, SYNC, TERMINATE] = ['P', 'B', 'E', 'S', 'X'].map(code) as Five;
const [DATA_ROW, READY, ERROR] = ['D', 'Z', 'E'].map(code) as [number, number, number];
type Five = [number, number, number, number, number];

/** What begins every message from the server: what it is, and its length without that byte. */
const HEAD = 5;
/** Of an Execute of the whole result and a Sync. */
const REST = Buffer.from([EXECUTE, 0, 0, 0, 9, 0, 0, 0, 0, 0, SYNC, 0, 0, 0, 4]);
const QUIT = Buffer.from([TERMINATE, 0, 0, 0, 4]);

/**
 * A connection for one statement at a time that takes a text and returns a few rows. The driver signs in; from then on the socket,
 * which we gave it, is read and written here: of a statement that takes the database 50 µs, the driver's share is as large.
 * Whatever goes wrong ends the connection, and the statement on it with it.
 */
export class LookupConnection {
  readonly openedAt = performance.now();
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #prepared = new PreparedTexts();
  readonly #names = new Map<string, string>();
  #asked: Asked | undefined;
  #hasFailed = false;
  /** What has come of a message that is not here whole, and how much of it is needed to go on. */
  #pieces: Buffer[] = [];
  #size = 0;
  #needed = HEAD;

  private constructor(client: Client, socket: Socket) {
    this.#client = client;
    this.#socket = socket;
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('close', () => this.#end(undefined));
    socket.setTimeout(TIMEOUT_MS, () => this.#asked && this.#end(tooLate()));
  }

  /** Undefined where only the driver can read what comes, as it is encrypted. */
  static async open(address: Address): Promise<LookupConnection | undefined> {
    let socket: Socket | undefined;
    const client = connect(address, 1, {
      settings: lookupSettings(address),
      max_lifetime: null,
      socket: promptSocket((opened) => {
        socket = opened;
      }),
    });
    try {
      // The driver (3.4.9) forgets who would reserve a connection on which nothing has been asked yet.
      await client.unsafe('SELECT 1');
      await client.reserve();
    } catch (error) {
      await client.end({ timeout: 0 });
      throw error;
    }
    if (!client.options.ssl && socket && !socket.destroyed) return new LookupConnection(client, socket);
    await client.end({ timeout: 0 });
    return undefined;
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  get isBusy(): boolean {
    return this.#asked !== undefined;
  }

  /** Whether it may be asked this: a server keeps what is prepared, so that there is an end to it. */
  takes(sql: string): boolean {
    return this.#prepared.takes(sql);
  }

  /** The rows of a statement that takes one text; undefined where the connection broke, or the database refused it. */
  ask(sql: string, value: string): Promise<TextRow[] | undefined> {
    return new Promise((resolve, reject) => {
      this.#asked = { rows: [], resolve, reject };
      const known = this.#names.get(sql);
      const name = known ?? `l${this.#names.size}`;
      if (known === undefined) {
        this.#names.set(sql, name);
        this.#socket.cork();
        this.#socket.write(parseMessage(name, sql));
      }
      this.#socket.write(executeMessages(name, value));
      if (known === undefined) this.#socket.uncork();
    });
  }

  close(): Promise<void> {
    if (this.isBusy) this.#end(undefined);
    else if (!this.isClosed) this.#socket.end(QUIT);
    return this.#client.end({ timeout: 0 });
  }

  #end(error: unknown): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (!this.isClosed) this.#socket.destroy();
    if (error === undefined) asked?.resolve(undefined);
    else asked?.reject(error);
  }

  #read(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#size < this.#needed) return;
    const all = this.#pieces.length === 1 ? bytes : Buffer.concat(this.#pieces, this.#size);
    let at = 0;
    this.#needed = HEAD;
    while (all.length - at >= HEAD) {
      const length = all.readUInt32BE(at + 1) + 1;
      if (all.length - at < length) {
        this.#needed = length;
        break;
      }
      this.#take(all[at]!, all, at + HEAD);
      at += length;
    }
    this.#size = all.length - at;
    this.#pieces = this.#size === 0 ? [] : [all.subarray(at)];
  }

  #take(kind: number, bytes: Buffer, at: number): void {
    if (kind === DATA_ROW) this.#asked?.rows.push(rowOf(bytes, at));
    else if (kind === ERROR) this.#hasFailed = true;
    else if (kind === READY) {
      if (this.#hasFailed) return this.#end(undefined);
      const asked = this.#asked;
      this.#asked = undefined;
      asked?.resolve(asked.rows);
    }
  }
}

function rowOf(bytes: Buffer, start: number): TextRow {
  let at = start + 2;
  const row: (string | null)[] = [];
  for (let count = bytes.readUInt16BE(start); count > 0; count--) {
    const length = bytes.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : bytes.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return row;
}

function parseMessage(name: string, sql: string): Buffer {
  const body = Buffer.from(`${name}\0${sql}\0\0\0`);
  const head = Buffer.alloc(HEAD);
  head[0] = PARSE;
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A Bind of one text to a statement, without a portal's name, and what carries it out. */
function executeMessages(name: string, value: string): Buffer {
  const valueBytes = Buffer.byteLength(value);
  // An empty name, that of the statement, no formats, one value with its length, no formats of results: all of it is text.
  const length = 4 + 1 + name.length + 1 + 2 + 2 + 4 + valueBytes + 2;
  const message = Buffer.allocUnsafe(1 + length + REST.length);
  message[0] = BIND;
  let at = message.writeUInt32BE(length, 1);
  message[at++] = 0;
  at += message.write(name, at, 'latin1');
  message[at++] = 0;
  at = message.writeUInt16BE(0, at);
  at = message.writeUInt16BE(1, at);
  at = message.writeUInt32BE(valueBytes, at);
  at += message.write(value, at, 'utf8');
  at = message.writeUInt16BE(0, at);
  REST.copy(message, at);
  return message;
}
