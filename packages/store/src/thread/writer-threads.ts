import type { SpaceRecord } from '../catalogue.ts';
import type { BuildRequest } from '../model/build-request.ts';
import type { OwnedSpaceRef, SpaceRef } from '../model/source.ts';
import type { DeleteRequest, DeleteResult, WriteRequest, WriteResult } from '../rules/write/write-request.ts';
import type { WriterCalls } from './calls.ts';
import type { Thread } from './rpc.ts';
import { troubleOf } from './trouble.ts';

/** The threads that write. A space keeps its thread, so that its writes keep their order and can share commits. */
export class WriterThreads {
  readonly #threads: Thread<WriterCalls>[];
  /** What was requested a moment ago: build request and storage key. */
  readonly #wanted = new Set<string>();

  constructor(threads: Thread<WriterCalls>[]) {
    this.#threads = threads;
  }

  create(space: SpaceRef, indexes: readonly (readonly string[])[], isVirtual = false): Promise<void> {
    return this.#of(space).call('create', [only(space), indexes, isVirtual]);
  }

  drop(space: SpaceRef): Promise<void> {
    return this.#of(space).call('drop', [only(space)]);
  }

  defineIndexes(space: SpaceRef, paths: readonly (readonly string[])[]): Promise<void> {
    return this.#of(space).call('defineIndexes', [only(space), paths]);
  }

  /** Goes on with indexes whose building was broken off. */
  build(space: SpaceRef): Promise<void> {
    return this.#of(space).call('build', [only(space)]);
  }

  /**
   * Has what is requested built, and maintained from then on: reads to come will be cheaper. Nobody waits for it; if
   * it fails, the next read asks again.
   */
  want(space: SpaceRef, buildRequest: BuildRequest): void {
    const wanted = `${buildRequest} ${space.storageKey}`;
    if (this.#wanted.has(wanted)) return;
    this.#wanted.add(wanted);
    this.#of(space)
      .call('want', [only(space), buildRequest])
      .finally(() => this.#wanted.delete(wanted))
      .catch(() => undefined);
  }

  write(space: SpaceRef, request: WriteRequest): Promise<WriteResult> {
    return this.#of(space).call('write', [only(space), request], [request.body.bytes.buffer]);
  }

  delete(space: SpaceRef, request: DeleteRequest): Promise<DeleteResult> {
    return this.#of(space).call('delete', [only(space), request]);
  }

  clearOutbox(space: SpaceRef, upTo: number): Promise<void> {
    return this.#of(space).call('clearOutbox', [only(space), upTo]);
  }

  /** Why some space can't be written; undefined where all can. */
  trouble(): Promise<string | undefined> {
    return troubleOf('writer', this.#threads);
  }

  #of({ storageKey }: SpaceRef): Thread<WriterCalls> {
    let hash = 0;
    for (let i = 0; i < storageKey.length; i++) hash = (hash * 31 + storageKey.charCodeAt(i)) | 0;
    const thread = this.#threads[Math.abs(hash % this.#threads.length)];
    if (!thread) throw new Error('this process only reads');
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** Of a record of the catalogue, no more than threads need. */
function only(space: SpaceRef | SpaceRecord): OwnedSpaceRef {
  const { id, storageKey } = space;
  const owner = 'definition' in space ? space.definition.owner : undefined;
  return { id, storageKey, ...(typeof owner === 'string' ? { owner } : {}) };
}
