import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** A GET without a body: nothing of it is still to come. */
export type FastRequest = {
  readonly method: 'GET';
  readonly complete: true;
  readonly socket: Socket;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
};

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
 * Parses the requests of one connection. What is not of the plainest kind, or not whole, is undefined and for node:http
 * to parse: nothing here decides what a doubtful request means.
 */
export class RequestParser {
  readonly #socket: Socket;
  readonly #maxBytes: number;
  /** Of the latest request: a connection mostly sends the same headers with every request. */
  #headerText = '';
  #headers: IncomingHttpHeaders | undefined;

  constructor(socket: Socket, maxBytes: number) {
    this.#socket = socket;
    this.#maxBytes = maxBytes;
  }

  parse(bytes: Buffer): FastRequest | undefined {
    if (bytes.length > this.#maxBytes) return undefined;
    const text = bytes.toString('latin1');
    const lineEnd = text.indexOf(LINE_END);
    if (!text.startsWith(START) || !text.endsWith(VERSION, lineEnd)) return undefined;
    const url = text.slice(START.length - 1, lineEnd - VERSION.length);
    if (BAD_IN_URL.test(url)) return undefined;
    const headers = this.#parseHeaders(text.slice(lineEnd));
    return headers && { method: 'GET', complete: true, socket: this.#socket, url, headers };
  }

  #parseHeaders(text: string): IncomingHttpHeaders | undefined {
    if (text !== this.#headerText) {
      this.#headerText = text;
      this.#headers = parseHeaders(text);
    }
    return this.#headers;
  }
}

/** `text`: from the end of the first line to the end of the request. */
function parseHeaders(text: string): IncomingHttpHeaders | undefined {
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
