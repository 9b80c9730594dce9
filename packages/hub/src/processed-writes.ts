import {
  Fault,
  type Processing,
  type ProcessorThreads,
  type Unprocessed,
  type WriteRequest,
  type WriteResult,
} from '@meridian/store';
import type { QueueTicket } from './load/fair-queue.ts';
import type { Load } from './load/load.ts';

/** The rules and schemas of one request may take so long in all. */
const REQUEST_LIMIT_MS = 10_000;
/** So often a write is tried again because features that it changes have changed while they were processed. */
const MAX_ATTEMPTS = 10;

type Verdicts = NonNullable<WriteRequest['verdicts']>;

/**
 * Writes to spaces with processors. Rules and schemas are what users make them, so they run neither where requests are
 * served nor where commits wait for them, but on threads of their own, in slices that accounts share fairly. The writer
 * only looks up what they made of each feature. What it stores can depend on what is there already (a PATCH, tags to add):
 * then it says which features it has no verdict on, writes nothing, and is asked again.
 */
export class ProcessedWrites {
  readonly #threads: ProcessorThreads;
  readonly #load: Load;

  constructor(threads: ProcessorThreads, load: Load) {
    this.#threads = threads;
    this.#load = load;
  }

  /** A fault where a rule or schema can't be used. */
  check(processing: Processing, ticket: QueueTicket): Promise<void> {
    return this.#load.process(ticket, () => this.#threads.check(processing));
  }

  /** `send` hands a request to the writer of the space. */
  async write(
    space: string,
    request: WriteRequest,
    processing: Processing,
    ticket: QueueTicket,
    send: (request: WriteRequest) => Promise<WriteResult>,
  ): Promise<WriteResult> {
    let open = await this.#load.process(ticket, () => this.#threads.predict(space, request));
    const verdicts: Uint8Array<ArrayBuffer>[] = [];
    const budget = { leftMs: REQUEST_LIMIT_MS };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      verdicts.push(...(await this.#process(request, open, processing, ticket, budget)));
      const body = { ...request.body, bytes: open.body };
      const result = await send({ ...request, body, verdicts, newIds: open.newIds });
      if (!result.unprocessed) return result;
      open = result.unprocessed;
    }
    throw new Fault(
      'unavailable',
      `features of space ${JSON.stringify(space)} change faster than its processors can look at them; try again`,
      1,
    );
  }

  /** Each slice queues on its own: others wait for one slice, not for the whole request. */
  async #process(
    { transactional }: WriteRequest,
    { features: given }: Unprocessed,
    processing: Processing,
    ticket: QueueTicket,
    budget: { leftMs: number },
  ): Promise<Verdicts> {
    const verdicts: Uint8Array<ArrayBuffer>[] = [];
    let features = given;
    let from: number | undefined = given.length > 0 ? 0 : undefined;
    while (from !== undefined) {
      const slice = { processing, features, from, limitMs: budget.leftMs, transactional };
      const done = await this.#load.processOn(ticket, () => this.#threads.process(slice));
      verdicts.push(done.verdicts);
      budget.leftMs -= done.spentMs;
      features = done.features;
      from = done.next;
    }
    return verdicts;
  }
}
