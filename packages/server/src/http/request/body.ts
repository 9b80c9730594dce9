import type { IncomingMessage } from 'node:http';
import { CONTENT_CODINGS, type ContentCoding, Fault, type WriteBody } from '@meridian/hub';
import { HttpFault } from '../http-fault.ts';

/** A body over the limit is still read to its end, within reason, so that the client gets to see the response. */
export const DISCARD_BYTES = 128 * 1024 * 1024;

const JSON_TYPES = [
  'application/json',
  'application/geo+json',
  'application/vnd.here.feature-modification-list',
  'application/vnd.here.feature-modification-list+json',
];
const LINE_TYPES = ['application/x-ndjson', 'application/geo+json-seq'];

export const BODY_TYPES: readonly string[] = [...JSON_TYPES, ...LINE_TYPES];

/** Types that carry one feature a line. */
export function isLineType(type: string): boolean {
  return LINE_TYPES.includes(type);
}

/** Takes a body off the wire as it is: neither inflated nor decoded. `arrive` hears of its bytes, and may refuse. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  arrive: (bytes: number) => void = () => undefined,
  types: readonly string[] = BODY_TYPES,
): Promise<WriteBody> {
  const lines = readType(request, types);
  const coding = readCoding(request);
  return { bytes: await readBytes(request, maxBytes, arrive), coding, lines };
}

function readType({ headers }: IncomingMessage, types: readonly string[]): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const name = type.trim();
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='))?.split('=')[1];
  if (charset && !['utf-8', 'utf8', 'us-ascii'].includes(charset.trim().replaceAll('"', '')))
    throw new HttpFault('unsupportedType', `Content-Type: the charset must be utf-8, not ${charset.trim()}`);
  if (name !== '' && !types.includes(name))
    throw new HttpFault('unsupportedType', `Content-Type must be one of ${types.join(', ')}, not ${name}`);
  return isLineType(name);
}

function readCoding({ headers }: IncomingMessage): ContentCoding {
  const coding = (headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase()
    .replace(/^x-gzip$/, 'gzip');
  if (!CONTENT_CODINGS.includes(coding as ContentCoding))
    throw new HttpFault(
      'unsupportedType',
      `Content-Encoding must be one of ${CONTENT_CODINGS.join(', ')}, not ${coding}`,
    );
  return coding as ContentCoding;
}

async function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  arrive: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes + DISCARD_BYTES) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  // A refusal in between must not tear the connection down: its response is still to be sent.
  for await (const chunk of arriving(request)) {
    size += chunk.length;
    if (size <= maxBytes) {
      arrive(chunk.length);
      chunks.push(chunk);
    } else if (size > maxBytes + DISCARD_BYTES) throw tooLarge(maxBytes);
    else chunks.length = 0;
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  // A buffer of its own, which can be handed over to another thread.
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A client that leaves is no failure of ours. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!request.errored) throw error;
    throw new Fault('cancelled', 'the client left before its request was complete');
  }
}

function tooLarge(maxBytes: number): Fault {
  return new Fault('tooLarge', `the request body is larger than the ${maxBytes} bytes allowed`);
}
