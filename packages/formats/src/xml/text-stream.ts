import { FormatFault } from '../fault.ts';
import type { Reading } from '../reading.ts';
import { byteOrderMark, decoderFor } from '../text/encoding.ts';
import { peek } from '../text/peek.ts';

const PROLOG_BYTES = 256;

/** XML as text, in the encoding that its first line, a byte order mark or the user names. */
export async function* xmlText({
  source: given,
  file,
  options,
}: Pick<Reading, 'source' | 'file' | 'options'>): AsyncGenerator<string> {
  const { head, source } = await peek(given, PROLOG_BYTES);
  const prolog = decoderFor('windows-1252')!.decode(head);
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(prolog)?.[1];
  const encoding = byteOrderMark(head)?.encoding ?? options.encoding ?? declared ?? 'utf-8';
  const decoder = decoderFor(encoding);
  if (decoder === undefined)
    throw new FormatFault('unsupported', file, `is in the encoding "${encoding}", which is not known`);
  let isFirst = true;
  try {
    for await (const chunk of source.stream()) {
      const text = decoder.decode(chunk, { stream: true });
      yield isFirst ? text.replace(/^\ufeff/, '') : text;
      isFirst = false;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw new FormatFault('malformed', file, `is not valid ${decoder.encoding}`);
    throw error;
  }
}
