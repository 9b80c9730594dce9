import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/** So much fits into the buffers of any connection: shorter responses are gone at once. */
export const BUFFERED_BYTES = 64 * 1024;

/** Waits until there is room for more; cuts a client off that takes in nothing. */
export function drained(out: Writable, response: ServerResponse, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    const done = () => {
      clearTimeout(timer);
      out.off('drain', done);
      response.off('close', done);
      resolve();
    };
    out.once('drain', done);
    response.once('close', done);
  });
}

/** The same for what has been handed over whole. */
export function cutWhenStalled(response: ServerResponse, bytes: number, timeoutMs: number): void {
  const { socket } = response;
  if (bytes <= BUFFERED_BYTES || response.writableFinished || !socket) return;
  const cut = () => socket.destroy();
  socket.setTimeout(timeoutMs, cut);
  // The connection may go on to another request; first, so that the server's own time for idle ones comes after.
  response.prependOnceListener('finish', () => {
    socket.off('timeout', cut);
    socket.setTimeout(0);
  });
}
