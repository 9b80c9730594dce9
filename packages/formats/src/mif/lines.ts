import { FormatFault } from '../fault.ts';
import { decoderFor } from '../text/encoding.ts';

/** Lines of a text file one by one, none longer than allowed. */
export class Lines {
  /** Counts from 1. */
  number = 0;
  readonly #lines: AsyncGenerator<string>;
  #held: string | undefined;
  readonly #maxLength: number;
  readonly #file: string;
  #length = 0;

  constructor(stream: AsyncIterable<Uint8Array>, encoding: string, maxLength: number, file: string) {
    const decoder = decoderFor(encoding);
    if (decoder === undefined)
      throw new FormatFault('option', file, `has the encoding ${encoding}, which is unknown`);
    this.#maxLength = maxLength;
    this.#file = file;
    this.#lines = linesOf(stream, decoder, maxLength, file);
  }

  /** Lines from here on are those of one object, and together no longer than allowed. */
  begin(): void {
    this.#length = 0;
  }

  async next(): Promise<string | undefined> {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) return held;
    const { done, value } = await this.#lines.next();
    if (done) return undefined;
    this.number++;
    this.#length += value.length;
    if (this.#length > this.#maxLength)
      throw new FormatFault(
        'tooLarge',
        this.#file,
        `has an object of more than ${this.#maxLength} characters (line ${this.number})`,
      );
    return value;
  }

  /** The next call of `next` returns this line. */
  putBack(line: string): void {
    this.#held = line;
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  decoder: TextDecoder,
  maxLength: number,
  file: string,
): AsyncGenerator<string> {
  let rest = '';
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new FormatFault('malformed', file, `has bytes that are no text in ${decoder.encoding}`);
    }
  };
  for await (const chunk of stream) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop()!;
    if (rest.length > maxLength)
      throw new FormatFault('tooLarge', file, `has a line of more than ${maxLength} characters`);
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  rest += decode();
  if (rest !== '') yield rest.replace(/\r$/, '');
}
