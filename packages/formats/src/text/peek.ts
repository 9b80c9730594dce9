import { isRandomAccess, type Source } from '../source.ts';

export type Peeked = {
  head: Uint8Array;
  /** The source as if nothing had been read of it. */
  source: Source;
  /** Releases the rest. */
  discard(): Promise<void>;
};

/** The first bytes of a source. */
export async function peek(source: Source, length: number): Promise<Peeked> {
  if (isRandomAccess(source)) {
    return {
      head: await source.slice(0, Math.min(length, source.size)),
      source,
      discard: async () => undefined,
    };
  }
  const chunks = source.stream()[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let count = 0;
  while (count < length) {
    const { done, value } = await chunks.next();
    if (done) break;
    seen.push(value);
    count += value.length;
  }
  const head = new Uint8Array(Math.min(count, length));
  let at = 0;
  for (const chunk of seen) {
    head.set(chunk.subarray(0, length - at), at);
    at += chunk.length;
    if (at >= length) break;
  }
  return {
    head,
    source: { ...source, stream: () => rest(seen, chunks) },
    discard: async () => void (await chunks.return?.()),
  };
}

async function* rest(seen: Uint8Array[], chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    while (seen.length > 0) yield seen.shift()!;
    for (let { done, value } = await chunks.next(); !done; { done, value } = await chunks.next()) yield value;
  } finally {
    await chunks.return?.();
  }
}
