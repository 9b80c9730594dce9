import { FormatFault } from '../fault.ts';
import type { Limits } from '../limits.ts';

/** What comes out of a decompressor, as long as it is not too much in itself or for what went in. */
export async function* bounded(
  stream: AsyncIterable<Uint8Array>,
  compressed: () => number,
  limits: Limits,
  file: string,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limits.inflatedBytes)
      throw new FormatFault('tooLarge', file, `inflates to more than ${limits.inflatedBytes} bytes`);
    if (length > limits.ratioFrom && length > compressed() * limits.ratio)
      throw new FormatFault(
        'unsafe',
        file,
        `inflates to more than ${limits.ratio} times its size: it looks like a bomb`,
      );
    yield chunk;
  }
}

/** A stream that may not be longer than this. */
export async function* limited(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  file: string,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) throw new FormatFault('tooLarge', file, `is larger than ${limit} bytes`);
    yield chunk;
  }
}
