import type { ProcessedSlice, Slice } from '../rules/processors/process-slice.ts';
import type { Processing } from '../rules/processors/processing.ts';
import type { Unprocessed, WriteRequest } from '../rules/write/write-request.ts';
import type { ProcessorCalls } from './calls.ts';
import { Thread } from './rpc.ts';

const SCRIPT = new URL('./processors.thread.ts', import.meta.url);

/** The threads on which rules and schemas are compiled and run; each is started when first needed. */
export class ProcessorThreads {
  readonly #threads: Thread<ProcessorCalls>[];

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => new Thread<ProcessorCalls>(SCRIPT, undefined));
  }

  /** A fault where a rule or schema can't be used. */
  check(processing: Processing): Promise<void> {
    return this.#idle().call('check', [processing]);
  }

  /** Takes the body of the request and gives it back. */
  predict(space: string, request: WriteRequest): Promise<Unprocessed> {
    return this.#idle().call('predict', [space, request], [request.body.bytes.buffer]);
  }

  /** Takes the features and gives them back. */
  process(slice: Slice): Promise<ProcessedSlice> {
    return this.#idle().call('process', [slice], [slice.features.buffer]);
  }

  #idle(): Thread<ProcessorCalls> {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
