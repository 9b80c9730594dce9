import type { Source } from './source.ts';

/** How far reading has come, in bytes of the source as it lies (compressed if it is). */
export class Progress {
  bytes = 0;
  readonly size: number | undefined;

  constructor(size: number | undefined) {
    this.size = size;
  }

  /** The same source, counting what is read from its stream. */
  count(source: Source): Source {
    return { ...source, stream: () => this.#counted(source.stream()) };
  }

  /** For formats that are read in other orders: this many of that many records. */
  share(done: number, all: number): void {
    if (this.size !== undefined && all > 0) this.bytes = Math.round((this.size * Math.min(done, all)) / all);
  }

  async *#counted(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      yield chunk;
      this.bytes += chunk.length;
    }
  }
}
