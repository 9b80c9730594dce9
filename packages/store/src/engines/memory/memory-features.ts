import type { FeatureStore, OneFeature } from '../../feature-store.ts';
import type { FeatureView } from '../../model/query/query.ts';
import type { FeatureSource, SpaceRef } from '../../model/source.ts';
import { isComposite } from '../../rules/composite/composite-source.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from '../../rules/write/write-request.ts';
import { ReaderThreads } from '../../thread/reader-threads.ts';
import { Thread } from '../../thread/rpc.ts';
import { ThreadedFeatures } from '../../thread/threaded-features.ts';
import { WriterThreads } from '../../thread/writer-threads.ts';
import type { MemoryCalls, MemoryData } from './memory.thread.ts';

const THREAD = new URL('./memory.thread.ts', import.meta.url);

const LOST =
  'the memory store is lost: its thread has ended, and what it held was nowhere else. Restart the server to begin with an empty one';

const MiB = 1024 * 1024;
/** What requests under way may take beside what is stored, in MiB. */
const WORKING_MEMORY = 1024;

/** Features in the memory of one thread, which reads and writes. This side only passes messages. */
export class MemoryFeatures extends ThreadedFeatures implements FeatureStore {
  readonly #thread: Thread<MemoryCalls>;
  /** Every write passes here, so these are the newest. */
  readonly #contents = new Map<string, ContentState>();

  constructor(maxBytes: number) {
    const data: MemoryData = { maxBytes };
    const thread = new Thread<MemoryCalls>(THREAD, data, {
      heapLimit: Math.ceil((2 * maxBytes) / MiB) + WORKING_MEMORY,
      irreplaceable: LOST,
    });
    super(new ReaderThreads(() => [thread]), new WriterThreads([thread]));
    this.#thread = thread;
  }

  async drop(space: SpaceRef): Promise<void> {
    await this.writers.drop(space);
    this.#contents.delete(space.storageKey);
  }

  async write(space: SpaceRef, request: WriteRequest): Promise<WriteResult> {
    const answer = await this.writers.write(space, request);
    this.#learn(space, answer.content);
    return answer;
  }

  async delete(space: SpaceRef, request: DeleteRequest): Promise<DeleteResult> {
    const answer = await this.writers.delete(space, request);
    this.#learn(space, answer.content);
    return answer;
  }

  #learn({ storageKey }: SpaceRef, content: ContentState): ContentState {
    const known = this.#contents.get(storageKey);
    if (known && known.version >= content.version) return known;
    this.#contents.set(storageKey, content);
    return content;
  }

  async content(space: SpaceRef): Promise<ContentState> {
    const known = this.#contents.get(space.storageKey);
    return known ?? this.#learn(space, await this.readers.call('content', [space.storageKey]));
  }

  contents(spaces: readonly SpaceRef[]): Promise<ContentState[]> {
    return Promise.all(spaces.map((space) => this.content(space)));
  }

  usedBytes(spaces: readonly SpaceRef[]): Promise<number[]> {
    return Promise.all(spaces.map(({ storageKey }) => this.readers.call('usedBytes', [storageKey])));
  }

  byId(
    source: FeatureSource,
    ids: readonly string[],
    view: FeatureView,
    version?: number,
  ): Promise<string[]> {
    if (isComposite(source)) return this.readers.ask(source, { kind: 'byId', ids, view });
    return this.readers.call('byId', [source.storageKey, ids, view, version]);
  }

  async one(
    space: SpaceRef,
    id: string,
    view: FeatureView,
    version?: number,
  ): Promise<OneFeature | undefined> {
    const content = await this.content(space);
    const [text] = await this.byId(space, [id], view, version);
    return text === undefined ? undefined : { text, content };
  }

  override close(): Promise<void> {
    return this.#thread.close();
  }
}
