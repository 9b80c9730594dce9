import type { BBox } from '@meridian/geo';
import type { FeatureStore } from '../../feature-store.ts';
import type { SpaceRef } from '../../model/source.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import { ReaderThreads } from '../../thread/reader-threads.ts';
import { Thread } from '../../thread/rpc.ts';
import { ThreadedFeatures } from '../../thread/threaded-features.ts';
import { WriterThreads } from '../../thread/writer-threads.ts';
import { MiB } from './budget.ts';
import type { MemoryCalls, MemoryData } from './memory.thread.ts';

const THREAD = new URL('./memory.thread.ts', import.meta.url);

const LOST =
  'the memory store is lost: its thread has ended, and what it held was nowhere else. Restart the server to begin with an empty one';

/** What requests under way may take beside what is stored, in MiB. */
const WORKING_MEMORY = 1024;

/** Features in the memory of one thread, which reads and writes. This side only passes messages. */
export class MemoryFeatures extends ThreadedFeatures implements FeatureStore {
  readonly #thread: Thread<MemoryCalls>;

  constructor(maxBytes: number) {
    const thread = new Thread<MemoryCalls>(THREAD, { maxBytes } satisfies MemoryData, {
      heapLimit: Math.ceil((2 * maxBytes) / MiB) + WORKING_MEMORY,
      irreplaceable: LOST,
    });
    super(new ReaderThreads(() => [thread]), new WriterThreads([thread]));
    this.#thread = thread;
  }

  content({ storageKey }: SpaceRef): Promise<ContentState> {
    return this.readers.call('content', [storageKey]);
  }

  contentIn({ storageKey }: SpaceRef, area: readonly BBox[]): Promise<ContentState> {
    return this.#thread.call('contentIn', [storageKey, area]);
  }

  contents(spaces: readonly SpaceRef[]): Promise<ContentState[]> {
    return Promise.all(spaces.map((space) => this.content(space)));
  }

  usedBytes(spaces: readonly SpaceRef[]): Promise<number[]> {
    return Promise.all(spaces.map(({ storageKey }) => this.readers.call('usedBytes', [storageKey])));
  }

  override close(): Promise<void> {
    return this.#thread.close();
  }
}
