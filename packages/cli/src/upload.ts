import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Not imported: an import reads all exports, and that of web sockets loads Node's fetch, which most commands never need. */
const { request: httpRequest } = process.getBuiltinModule('node:http');

/**
 * fetch for the command: bytes are sent as they are. The fetch of Node copies them twice first, and such copies are garbage
 * faster than it is collected: they were a third of the memory of an import.
 */
export const uploadingFetch: typeof fetch = async (input, init = {}) => {
  const { body } = init;
  if (!(body instanceof Uint8Array)) return fetch(input, init);
  const response = await upload(new URL(String(input)), init, body);
  // Redirects are rare, and fetch knows what may be sent again.
  const isRedirect = response.status >= 300 && response.status < 400;
  return isRedirect ? fetch(input, init) : response;
};

function upload(url: URL, { method = 'POST', headers, signal }: RequestInit, body: Uint8Array) {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<Response>((resolve, reject) => {
    // As fetch does: why it was aborted, or a TypeError for a connection that failed.
    const fail = (cause: unknown) =>
      reject(signal?.aborted ? signal.reason : new TypeError('the request failed', { cause }));
    const sent = request(url, {
      method,
      headers: { ...(headers as Record<string, string>), 'Content-Length': body.length },
      ...(signal && { signal }),
    });
    sent.on('error', fail);
    sent.on('response', (received) => void responseOf(received).then(resolve, fail));
    sent.end(body);
  });
}

async function responseOf(received: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of received) chunks.push(chunk);
  const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = received;
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, { status, statusText, headers });
}
