import type { FeatureView } from '../../model/query/query.ts';
import { toStorageFault } from '../../model/storage-fault.ts';
import { settled } from '../../read/effect.ts';
import { textsById } from '../../read/versions.ts';
import type { TouchedEntry } from '../../rules/touched/touched-log.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import { OpenFiles } from './open-files.ts';
import { SqliteRowReader } from './row-reader.ts';
import { spacePath } from './space-files.ts';
import { SpaceReader } from './space-reader.ts';
import { touchedUpTo } from './touched.ts';

/** A snapshot keeps the log from being folded into the file, so it does not stay for long. */
const SNAPSHOT_MS = 20;

/**
 * Connections of the calling thread, for reads so short that handing them to another thread would cost more.
 * Reads share a snapshot until something is written: taking the file's locks costs as much as the read itself.
 */
export class LocalReaders {
  readonly #folder: string;
  readonly #readers = new OpenFiles<SpaceReader>(64);
  readonly #contents = new Map<string, ContentState>();
  readonly #snapshots = new Map<SpaceReader, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  texts(storageKey: string, ids: Iterable<string>, view: FeatureView): string[] {
    return withStorageFaults(() => this.#snapshotOf(storageKey).texts(ids, view));
  }

  textsOfVersion(storageKey: string, ids: readonly string[], view: FeatureView, version: number): string[] {
    return withStorageFaults(() => {
      const rows = new SqliteRowReader(this.#snapshotOf(storageKey));
      return settled(textsById(rows, ids, view, version));
    });
  }

  /** Kept in memory: every write of this process passes `committed`, and no other process writes here. */
  content(storageKey: string): ContentState {
    return (
      this.#contents.get(storageKey) ??
      this.learn(
        storageKey,
        withStorageFaults(() => this.#snapshotOf(storageKey).content()),
      )
    );
  }

  touchedUpTo(storageKey: string, version: number): TouchedEntry[] {
    return withStorageFaults(() => touchedUpTo(this.#snapshotOf(storageKey), version));
  }

  known(storageKey: string): ContentState | undefined {
    return this.#contents.get(storageKey);
  }

  /** Takes a state in unless a newer one is known; gives the newer of the two. */
  learn(storageKey: string, content: ContentState): ContentState {
    const known = this.#contents.get(storageKey);
    if (known && known.version >= content.version) return known;
    this.#contents.set(storageKey, content);
    return content;
  }

  /** A write is durable and about to be acknowledged: no read after this may use an older snapshot. */
  committed(storageKey: string, content: ContentState): void {
    this.#endSnapshots();
    this.learn(storageKey, content);
  }

  forget(storageKey: string): void {
    this.#endSnapshots();
    this.#contents.delete(storageKey);
    this.#readers.drop(storageKey);
  }

  close(): void {
    this.#endSnapshots();
    this.#readers.closeAll();
  }

  #snapshotOf(storageKey: string): SpaceReader {
    const reader = this.#readers.get(
      storageKey,
      () => new SpaceReader(spacePath(this.#folder, storageKey), true),
    );
    if (!this.#snapshots.has(reader)) {
      if (this.#snapshots.size === 0) setTimeout(() => this.#endSnapshots(), SNAPSHOT_MS).unref();
      reader.beginSnapshot();
      this.#snapshots.set(reader, storageKey);
    }
    return reader;
  }

  /** Never fails: what ends them, such as a write to another space, has nothing to do with what is wrong in one file. */
  #endSnapshots(): void {
    for (const [reader, storageKey] of this.#snapshots) {
      try {
        reader.endSnapshot();
      } catch {
        // The file is damaged, and the connection of no more use. The next read opens the file again, and tells its caller.
        this.#readers.close(storageKey);
      }
    }
    this.#snapshots.clear();
  }
}

/** What is wrong with a file is reported in words. */
export function withStorageFaults<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw toStorageFault(error);
  }
}
