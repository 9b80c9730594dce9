import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../node-http.ts';

const STATUS_OF: Record<string, { status: number; message: string }> = {
  HPE_INVALID_URL: {
    status: 400,
    message: 'the URL has a character that must be percent-encoded: ü is %C3%BC, a blank is %20',
  },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'the request line and headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request was not here in time' },
};
const MALFORMED = { status: 400, message: 'this is not a valid HTTP request' };

/**
 * What never became a request gets a response in our shape too, as far as the connection still takes one: after the
 * responses to the requests before it, and never within one of them.
 */
export class MalformedRequests {
  /** The response to the last request that was well-formed. */
  readonly #latest = new WeakMap<Duplex, ServerResponse>();
  readonly #refused = new WeakSet<Duplex>();

  /** To be called with every request, before its response begins. */
  note(outgoing: ServerResponse): void {
    this.#latest.set(outgoing.req.socket, outgoing);
  }

  readonly refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // The parser reports every further piece of such a connection again.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const latest = this.#latest.get(socket);
    if (!latest || latest.writableFinished) return endWith(error, socket);
    if (!latest.req.complete) return refuseBody(error, socket, latest);
    latest.once('finish', () => {
      if (latest.shouldKeepAlive) endWith(error, socket);
    });
  };
}

/** The malformed bytes are in the body of the request itself: nothing else can be its response. */
function refuseBody(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { socket: own, headersSent }: ServerResponse,
) {
  // Without a socket of its own it stands behind the response to another request.
  if (own && !headersSent) endWith(error, socket);
  else socket.destroy();
}

function endWith(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { status, message } = STATUS_OF[error.code ?? ''] ?? MALFORMED;
  const streamId = randomUUID();
  const body = JSON.stringify({
    type: 'ErrorResponse',
    error: status === 400 ? 'IllegalArgument' : 'Exception',
    errorMessage: message,
    streamId,
  });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Stream-Id: ${streamId}`,
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
