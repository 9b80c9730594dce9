import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A request with all that is known of it before its body. */
export type Request = IncomingMessage | PlainRequest;

/** A GET without a body that was read without node:http. */
export class PlainRequest {
  readonly method = 'GET';
  /** Nothing of it is still to come. */
  readonly complete = true;
  readonly socket: Socket;
  readonly url: string;
  readonly headers: Readonly<IncomingHttpHeaders>;

  constructor(socket: Socket, url: string, headers: Readonly<IncomingHttpHeaders>) {
    this.socket = socket;
    this.url = url;
    this.headers = headers;
  }
}

const START = 'GET /';
const VERSION = ' HTTP/1.1';
const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const BAD_IN_URL = /[^!-~]|#/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t -~]*)$/;

/** What says how a request ends or what the connection is for, and what is no text: node:http knows what to do about it. */
const NOT_PLAIN = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'expect',
  'proxy-connection',
  'set-cookie',
]);

/**
 * Reads the requests of one connection. What is not of the plainest kind, or not whole, is undefined and for node:http to
 * read: nothing here decides what a doubtful request means.
 */
export class PlainRequestReader {
  readonly #socket: Socket;
  readonly #maxBytes: number;
  /** Of the latest request: a connection mostly says the same with every request but where it wants to go. */
  #headerText = '';
  #headers: Readonly<IncomingHttpHeaders> | undefined;

  constructor(socket: Socket, maxBytes: number) {
    this.#socket = socket;
    this.#maxBytes = maxBytes;
  }

  read(bytes: Buffer): PlainRequest | undefined {
    if (bytes.length > this.#maxBytes) return undefined;
    const text = bytes.toString('latin1');
    const lineEnd = text.indexOf(LINE_END);
    if (!text.startsWith(START) || !text.endsWith(VERSION, lineEnd)) return undefined;
    const url = text.slice(START.length - 1, lineEnd - VERSION.length);
    if (BAD_IN_URL.test(url)) return undefined;
    const headers = this.#readHeaders(text.slice(lineEnd));
    return headers && new PlainRequest(this.#socket, url, headers);
  }

  #readHeaders(text: string): Readonly<IncomingHttpHeaders> | undefined {
    if (text !== this.#headerText) {
      this.#headerText = text;
      this.#headers = readHeaders(text);
    }
    return this.#headers;
  }
}

/** `text`: from the end of the first line to the end of the request. */
function readHeaders(text: string): Readonly<IncomingHttpHeaders> | undefined {
  if (!text.endsWith(HEAD_END)) return undefined;
  const headers: IncomingHttpHeaders = {};
  for (const line of text.slice(LINE_END.length, -HEAD_END.length).split(LINE_END)) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    // What comes twice may be joined, or be an error, or count once.
    if (key in headers || NOT_PLAIN.has(key)) return undefined;
    headers[key] = value!.trimEnd();
  }
  const { host, connection = 'keep-alive' } = headers;
  return host !== undefined && connection.toLowerCase() === 'keep-alive' ? headers : undefined;
}
