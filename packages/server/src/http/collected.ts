import type { FeatureStream } from '@meridian/hub';
import type { FeatureBody } from './response/response.ts';
import type { Flight, SingleFlight } from './single-flight.ts';

/** Larger bodies are not shared by requests that wait for the same. */
const MAX_SHARED_BYTES = 4 * 1024 ** 2;

/**
 * The whole body where it is short, or where several requests wait for it and it is not too large; else a body that goes
 * on where this has stopped.
 */
export async function collected(
  body: FeatureBody,
  flight: Flight,
  flights: SingleFlight,
): Promise<Uint8Array | FeatureBody> {
  const { head, stream, tail, between = ',' } = body;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let granted = 0;
  const isEnough = () => pieces.length >= 2 && (!flight.isShared || bytes > MAX_SHARED_BYTES);
  try {
    while (!isEnough()) {
      const { value, done } = await stream.next();
      if (done) return joined([head, ...separated(pieces, between), tail(value)]);
      pieces.push(value);
      bytes += value.byteLength;
      if (pieces.length <= 2) continue;
      if (!flights.collect(value.byteLength)) break;
      granted += value.byteLength;
    }
    return { ...body, stream: resumed(pieces, stream) };
  } finally {
    flights.release(granted);
  }
}

function* separated(pieces: readonly Uint8Array[], between: string): Generator<Uint8Array | string> {
  for (const [i, piece] of pieces.entries()) {
    if (i > 0 && between !== '') yield between;
    yield piece;
  }
}

function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

async function* resumed(pieces: Uint8Array[], stream: FeatureStream): FeatureStream {
  try {
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
    return yield* stream;
  } finally {
    await stream.return(undefined as never);
  }
}
