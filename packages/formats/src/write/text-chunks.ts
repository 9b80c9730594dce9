const CHUNK_CHARACTERS = 256 * 1024;

/** Pieces of text as UTF-8, in chunks of a good size. */
export async function* utf8Chunks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}
