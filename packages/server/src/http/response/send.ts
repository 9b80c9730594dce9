import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { BUFFERED_BYTES, cutWhenStalled, drained } from '../connections/stalled.ts';
import type { RequestHead } from '../request/request-head.ts';
import { CachedBody } from '../response-cache.ts';
import { type Coding, chooseCoding, MIN_CODED_BYTES } from './coding.ts';
import { type FeatureBody, type Response, vary, type WholeBody } from './response.ts';
import { sendFile } from './send-file.ts';
import { TurnBudget } from './turn-budget.ts';

/** Of the one thread that writes to all clients of this process. */
const turns = new TurnBudget();

/** How much of a body has been sent so far, before any coding: known also where it is never sent to its end. */
export type Progress = { bytes: number };

/**
 * Puts a response on the wire; resolves with the number of body bytes before any coding. A client that takes in nothing
 * for so long is cut off.
 */
export async function send(
  request: RequestHead,
  outgoing: ServerResponse,
  response: Response,
  timeoutMs: number,
  progress: Progress,
): Promise<number> {
  const { body } = response;
  if (typeof body === 'object' && 'file' in body)
    return sendFile(request, outgoing, response, body, timeoutMs);
  const size =
    typeof body === 'object' && 'stream' in body
      ? await sendFeatures(request, outgoing, response, body, timeoutMs, progress)
      : await sendWhole(request, outgoing, response, body);
  cutWhenStalled(outgoing, size, timeoutMs);
  return size;
}

/** A body as it goes out. `size`: its bytes; `uncodedSize`: what they were before any coding. */
export type ReadyBody = { body: string | Uint8Array; size: number; uncodedSize: number };

/**
 * The body of a response that needs no waiting: it is there, needs no compressor, and fits into the buffers of any
 * connection, or is below `maxBytes`. The headers tell of it from then on. Undefined where `send` is needed.
 */
export function readyBody(
  request: RequestHead,
  response: Response,
  maxBytes = BUFFERED_BYTES,
): ReadyBody | undefined {
  const { body } = response;
  if (body === undefined) return ready(response, '', 0);
  if (typeof body === 'object' && ('stream' in body || 'file' in body)) return undefined;
  const size = sizeOf(body);
  if (size >= maxBytes) return undefined;
  if (size >= MIN_CODED_BYTES && !isCoded(response)) {
    const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined);
    const coded = coding && body instanceof CachedBody ? body.known(coding) : undefined;
    if (coding && !coded) return undefined;
    markCoding(response, coding);
    if (coded) return ready(response, coded, coded.byteLength, size);
  }
  response.keep?.whole(bytesOf(body));
  return ready(response, body instanceof CachedBody ? body.bytes : body, size);
}

function ready(
  { status, headers }: Response,
  body: string | Uint8Array,
  size: number,
  uncodedSize = size,
): ReadyBody {
  if (status !== 204 && status !== 304) headers['Content-Length'] = String(size);
  return { body, size, uncodedSize };
}

/** Plain ASCII, as most JSON is, needs no recoding on its way out. */
export function isAscii({ body, size }: ReadyBody): boolean {
  return typeof body === 'string' && size === body.length;
}

/** A short text leaves in one piece with its headers, which bytes would not. The number of bytes before any coding. */
export function sendReady(
  request: RequestHead,
  outgoing: ServerResponse,
  { status, headers }: Response,
  ready: ReadyBody,
): number {
  outgoing.writeHead(status, headers);
  if (request.method === 'HEAD' || ready.size === 0) outgoing.end();
  else if (isAscii(ready)) outgoing.end(ready.body, 'latin1');
  else outgoing.end(ready.body);
  return ready.uncodedSize;
}

async function sendWhole(
  request: RequestHead,
  outgoing: ServerResponse,
  response: Response,
  body: WholeBody | undefined,
): Promise<number> {
  const sendBody = (bytes: string | Uint8Array, size: number, uncodedSize = size) =>
    sendReady(request, outgoing, response, ready(response, bytes, size, uncodedSize));
  if (body === undefined) return sendBody('', 0);
  const size = sizeOf(body);
  if (isCoded(response)) return sendBody(bytesOf(body), size);
  response.keep?.whole(bytesOf(body));
  const coding =
    size >= MIN_CODED_BYTES
      ? chooseCoding(request.headers['accept-encoding'] as string | undefined)
      : undefined;
  if (size >= MIN_CODED_BYTES) markCoding(response, coding);
  if (!coding) {
    if (response.ownsBody && !response.keep && body instanceof Uint8Array)
      outgoing.once('finish', () => release(body));
    return sendBody(body instanceof CachedBody ? body.bytes : body, size);
  }
  const coded = await (body instanceof CachedBody ? body.as(coding) : coding.compress(body));
  return sendBody(coded, coded.byteLength, size);
}

/** Compressed before it came here. */
function isCoded({ headers }: Response): boolean {
  return headers['Content-Encoding'] !== undefined;
}

function sizeOf(body: WholeBody): number {
  return Buffer.byteLength(body instanceof CachedBody ? body.bytes : body);
}

function bytesOf(body: WholeBody): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof CachedBody ? body.bytes : body;
}

/** Says that the response depends on the codings accepted, and which it has. */
function markCoding({ headers }: Response, coding: Coding | undefined): void {
  vary(headers, 'Accept-Encoding');
  if (!coding) return;
  headers['Content-Encoding'] = coding.name;
  if (headers.ETag) headers.ETag = headers.ETag.replace(/"$/, `+${coding.name}"`);
}

/**
 * Features as they come from the store. Nothing is sent before the first piece is there, so that a query that fails
 * at once gets its error; one piece is looked ahead, so that a short response goes out whole, with its length.
 */
async function sendFeatures(
  request: RequestHead,
  outgoing: ServerResponse,
  response: Response,
  body: FeatureBody,
  timeoutMs: number,
  progress: Progress,
): Promise<number> {
  const { stream, head, tail } = body;
  try {
    const first = await stream.next();
    if (first.done) return await sendWhole(request, outgoing, response, head + tail(first.value));
    const second = await stream.next();
    if (second.done)
      return await sendPieces(request, outgoing, response, [head, first.value, tail(second.value)]);
    const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined);
    markCoding(response, coding);
    outgoing.writeHead(response.status, response.headers);
    if (request.method === 'HEAD') {
      outgoing.end();
      return 0;
    }
    const out: Writable = coding ? coding.compressor() : outgoing;
    if (coding) out.pipe(outgoing);
    const what = { keep: response.keep, body, progress };
    return await pump(out, outgoing, [first.value, second.value], what, timeoutMs);
  } finally {
    await stream.return(undefined as never);
  }
}

/** What is known whole, in pieces. Large ones that nobody else needs go out as they are. */
async function sendPieces(
  request: RequestHead,
  outgoing: ServerResponse,
  response: Response,
  pieces: readonly (string | Uint8Array)[],
): Promise<number> {
  const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const coding = chooseCoding(request.headers['accept-encoding'] as string | undefined);
  if (size < BUFFERED_BYTES || coding || response.keep || request.method === 'HEAD')
    return sendWhole(request, outgoing, response, joined(pieces));
  await turns.take(size);
  markCoding(response, undefined);
  response.headers['Content-Length'] = String(size);
  outgoing.writeHead(response.status, response.headers);
  outgoing.cork();
  for (const piece of pieces) outgoing.write(piece, () => release(piece));
  outgoing.end();
  return size;
}

/**
 * Gives back the memory of a large piece that is gone: many of them would otherwise make Node look through all of its
 * memory again and again. One that is a part of something larger shares it with others.
 */
function release(piece: string | Uint8Array): void {
  if (typeof piece === 'string' || piece.byteLength < BUFFERED_BYTES) return;
  if (piece.byteLength < piece.buffer.byteLength) return;
  (piece.buffer as ArrayBuffer).transfer(0);
}

function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

async function pump(
  out: Writable,
  outgoing: ServerResponse,
  ready: Uint8Array[],
  { keep, body, progress }: { keep?: Response['keep']; body: FeatureBody; progress: Progress },
  timeoutMs: number,
): Promise<number> {
  let sent = 0;
  const pieces: (string | Uint8Array)[] = [];
  // Nobody looks at a piece again that is neither cached nor compressed.
  const isLast = !keep && out === outgoing;
  const write = async (piece: Uint8Array | string) => {
    sent += piece.length;
    progress.bytes = sent;
    if (keep && sent <= keep.maxBytes) pieces.push(piece);
    const turn = turns.take(piece.length);
    if (turn) await turn;
    const written = isLast ? () => release(piece) : undefined;
    if (!out.write(piece, written) && !outgoing.destroyed) await drained(out, outgoing, timeoutMs);
  };
  await write(body.head);
  const between = body.between ?? ',';
  let isFirst = true;
  const writeChunk = async (chunk: Uint8Array) => {
    if (!isFirst && between !== '') await write(between);
    isFirst = false;
    await write(chunk);
  };
  for (const chunk of ready) await writeChunk(chunk);
  for (;;) {
    const { value, done } = await body.stream.next();
    if (outgoing.destroyed) return sent;
    if (done) {
      await write(body.tail(value));
      out.end();
      if (keep && sent <= keep.maxBytes) keep.whole(joined(pieces));
      return sent;
    }
    await writeChunk(value);
  }
}
