import { FormatFault } from '../fault.ts';
import type { Reading } from '../reading.ts';
import { byteOrderMark, decoderFor } from './encoding.ts';

/** The bytes of a text file as UTF-8, without a byte order mark. What is UTF-8 passes through unchecked. */
export async function* utf8Stream({
  source,
  file,
  options,
}: Pick<Reading, 'source' | 'file' | 'options'>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  const encoder = new TextEncoder();
  let isFirst = true;
  for await (const given of startWhole(source.stream())) {
    let chunk = given;
    if (isFirst) {
      isFirst = false;
      const mark = byteOrderMark(chunk);
      const encoding = mark?.encoding ?? options.encoding ?? 'utf-8';
      if (mark !== undefined) chunk = chunk.subarray(mark.length);
      const found = decoderFor(encoding);
      if (found === undefined) throw new FormatFault('option', file, `there is no encoding "${encoding}"`);
      if (found.encoding !== 'utf-8') decoder = found;
    }
    yield decoder === undefined ? chunk : encoder.encode(decodeChunk(decoder, chunk, file));
  }
  if (decoder !== undefined) yield encoder.encode(decodeChunk(decoder, undefined, file));
}

function decodeChunk(decoder: TextDecoder, chunk: Uint8Array | undefined, file: string): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new FormatFault('malformed', file, `is not valid ${decoder.encoding}`);
  }
}

/** The first chunk has at least the bytes of a byte order mark. */
async function* startWhole(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of stream) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    const joined: Uint8Array = new Uint8Array(head.length + chunk.length);
    joined.set(head);
    joined.set(chunk, head.length);
    head = joined;
    if (head.length < 4) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}
