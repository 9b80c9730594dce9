import type { BodyPart, SplitSummary } from '../rules/composite/split-body.ts';
import type { WriteRequest } from '../rules/write/write-request.ts';
import type { SplitterCalls } from './calls.ts';
import { Thread } from './rpc.ts';

const SPLITTER = new URL('./split.thread.ts', import.meta.url);

/** Takes bodies apart that go to several spaces, on a thread of its own that is started when first needed. */
export class BodySplitter {
  readonly #thread = new Thread<SplitterCalls>(SPLITTER, undefined);
  #next = 1;

  /** Parses and checks a body; `use` decides which space each of its ids goes to. */
  async split<T>(
    request: Omit<WriteRequest, 'rights'>,
    use: (summary: SplitSummary, parts: (spaces: readonly number[]) => Promise<BodyPart[]>) => Promise<T>,
  ): Promise<T> {
    const key = this.#next++;
    const { bytes } = request.body;
    try {
      const summary = await this.#thread.call('read', [key, request], [bytes.buffer]);
      return await use(summary, (spaces) => this.#thread.call('parts', [key, spaces]));
    } finally {
      this.#thread.notify('forget', [key]);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
