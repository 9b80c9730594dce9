import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Answer, FeatureBody } from './answer.ts';
import { chooseCoding, MIN_CODED_BYTES } from './coding.ts';
import { BUFFERED_BYTES, cutWhenStalled, drained } from './stalled.ts';

/**
 * Puts an answer on the wire; resolves with the number of body bytes before any coding. A client that takes in nothing
 * for so long is cut off.
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  timeoutMs: number,
): Promise<number> {
  const { body } = answer;
  const size =
    typeof body === 'object' && 'stream' in body
      ? await sendFeatures(request, response, answer, body, timeoutMs)
      : sendWhole(request, response, answer, body);
  cutWhenStalled(response, size, timeoutMs);
  return size;
}

type WholeBody = string | Uint8Array | undefined;

/** Gone as soon as it is handed over: nothing is compressed, and it fits into the buffers of any connection. */
export function isShort(request: IncomingMessage, body: Answer['body']): body is WholeBody {
  if (body === undefined) return true;
  if (typeof body === 'object' && 'stream' in body) return false;
  const most = request.headers['accept-encoding'] === undefined ? BUFFERED_BYTES : MIN_CODED_BYTES;
  return Buffer.byteLength(body) < most;
}

/** A short text leaves in one piece with its headers, which bytes would not. */
export function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  body: WholeBody,
): number {
  const size = body === undefined ? 0 : Buffer.byteLength(body);
  const coding = size >= MIN_CODED_BYTES ? negotiate(request, answer) : undefined;
  if (coding) {
    response.writeHead(answer.status, answer.headers);
    if (request.method === 'HEAD') {
      response.end();
      return 0;
    }
    const compressor = coding.compressor();
    compressor.pipe(response);
    compressor.end(body);
    return size;
  }
  if (answer.status !== 204 && answer.status !== 304) answer.headers['Content-Length'] = String(size);
  response.writeHead(answer.status, answer.headers);
  if (request.method === 'HEAD' || body === undefined) response.end();
  // Plain ASCII, as most JSON is, needs no recoding on its way out.
  else if (typeof body === 'string' && size === body.length) response.end(body, 'latin1');
  else response.end(body);
  return size;
}

function negotiate(request: IncomingMessage, { headers }: Answer) {
  headers.Vary = headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding';
  const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined);
  if (!coding) return undefined;
  headers['Content-Encoding'] = coding.name;
  if (headers.ETag) headers.ETag = headers.ETag.replace(/"$/, `+${coding.name}"`);
  return coding;
}

/**
 * Features as they come from the store. Nothing is sent before the first piece is there, so that a query that fails
 * at once gets its error; one piece is looked ahead, so that a short answer goes out whole, with its length.
 */
async function sendFeatures(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  body: FeatureBody,
  timeoutMs: number,
): Promise<number> {
  const { stream, head, tail } = body;
  try {
    const first = await stream.next();
    if (first.done) return sendWhole(request, response, answer, head + tail(first.value));
    const second = await stream.next();
    if (second.done)
      return sendWhole(request, response, answer, joined(head, first.value, tail(second.value)));
    const coding = negotiate(request, answer);
    response.writeHead(answer.status, answer.headers);
    if (request.method === 'HEAD') {
      response.end();
      return 0;
    }
    const out: Writable = coding ? coding.compressor() : response;
    if (coding) out.pipe(response);
    return await pump(out, response, [first.value, second.value], body, timeoutMs);
  } finally {
    await stream.return(undefined as never);
  }
}

function joined(head: string, chunk: Uint8Array, tail: string): Uint8Array {
  return Buffer.concat([Buffer.from(head), chunk, Buffer.from(tail)]);
}

async function pump(
  out: Writable,
  response: ServerResponse,
  ready: Uint8Array[],
  body: FeatureBody,
  timeoutMs: number,
): Promise<number> {
  let sent = 0;
  const write = async (piece: Uint8Array | string) => {
    sent += piece.length;
    if (!out.write(piece) && !response.destroyed) await drained(out, response, timeoutMs);
  };
  await write(body.head);
  let isFirst = true;
  const writeChunk = async (chunk: Uint8Array) => {
    if (!isFirst) await write(',');
    isFirst = false;
    await write(chunk);
  };
  for (const chunk of ready) await writeChunk(chunk);
  for (;;) {
    const { value, done } = await body.stream.next();
    if (response.destroyed) return sent;
    if (done) {
      await write(body.tail(value));
      out.end();
      return sent;
    }
    await writeChunk(value);
  }
}
