/** Inflates gzip of any number of members; what browsers have themselves stops behind the first. */
export async function* gunzip(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Gunzip } = await import('fflate');
  let ready: Uint8Array[] = [];
  const inflater = new Gunzip((chunk) => ready.push(chunk));
  for await (const chunk of stream) {
    inflater.push(chunk);
    yield* ready;
    ready = [];
  }
  // Throws if the last member is cut off.
  inflater.push(new Uint8Array(0), true);
  yield* ready;
}
