import type { ReadRecord } from './feature.ts';

/** Records that are there without waiting for anything. All of them are to be taken before more is asked for. */
export class RecordBatch {
  readonly records: Generator<ReadRecord, void>;

  constructor(records: Generator<ReadRecord, void>) {
    this.records = records;
  }
}

/**
 * One record after the other, of a generator that gives some of them in batches: through an asynchronous generator each would
 * cost about as much as to find it in the file.
 */
export class RecordIterator implements AsyncIterableIterator<ReadRecord> {
  readonly #source: AsyncGenerator<ReadRecord | RecordBatch, void>;
  #batch: RecordBatch | undefined;

  constructor(source: AsyncGenerator<ReadRecord | RecordBatch, void>) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ReadRecord, void>> {
    if (!this.#batch) return this.#read();
    try {
      const result = this.#batch.records.next();
      if (!result.done) return Promise.resolve(result);
    } catch (error) {
      return this.#fail(error);
    }
    this.#batch = undefined;
    return this.#read();
  }

  async return(): Promise<IteratorResult<ReadRecord, void>> {
    this.#batch?.records.return();
    this.#batch = undefined;
    await this.#source.return();
    return { done: true, value: undefined };
  }

  async #read(): Promise<IteratorResult<ReadRecord, void>> {
    const result = await this.#source.next();
    if (result.done) return result;
    const { value } = result;
    if (!(value instanceof RecordBatch)) return { done: false, value };
    this.#batch = value;
    return this.next();
  }

  /** As if the source had failed itself: it closes what it has opened, and may have more to say about it. */
  async #fail(error: unknown): Promise<IteratorResult<ReadRecord, void>> {
    this.#batch = undefined;
    await this.#source.throw(error);
    return { done: true, value: undefined };
  }
}
