import type { ServerResponse } from 'node:http';
import { drained } from '../connections/stalled.ts';
import type { RequestHead } from '../request/request-head.ts';
import type { FileBody, Response } from './response.ts';

/** Read at a time: what a slow client holds of a file in memory. */
const CHUNK_BYTES = 256 * 1024;

/** A part of a file, as it is on disk; the file is closed whatever happens. */
export async function sendFile(
  request: RequestHead,
  outgoing: ServerResponse,
  { status, headers }: Response,
  { file, start, length }: FileBody,
  timeoutMs: number,
): Promise<number> {
  try {
    headers['Content-Length'] = String(length);
    outgoing.writeHead(status, headers);
    if (request.method === 'HEAD') {
      outgoing.end();
      return 0;
    }
    let sent = 0;
    while (sent < length && !outgoing.destroyed) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, length - sent));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, start + sent);
      if (bytesRead === 0) throw new Error(`a file ended ${length - sent} bytes before it should`);
      sent += bytesRead;
      if (!outgoing.write(chunk.subarray(0, bytesRead)) && !outgoing.destroyed)
        await drained(outgoing, outgoing, timeoutMs);
    }
    outgoing.end();
    return sent;
  } finally {
    await file.close();
  }
}
