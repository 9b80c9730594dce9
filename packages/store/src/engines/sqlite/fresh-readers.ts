import type { StatementSync } from 'node:sqlite';
import type { FeatureView } from '../../model/query/query.ts';
import { settled } from '../../read/effect.ts';
import { textsById } from '../../read/versions.ts';
import type { TouchedEntry } from '../../rules/touched/touched-log.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import { withStorageFaults } from './local-readers.ts';
import { OpenFiles } from './open-files.ts';
import { SqliteRowReader } from './row-reader.ts';
import { spacePath } from './space-files.ts';
import { SpaceReader } from './space-reader.ts';
import { touchedUpTo } from './touched.ts';

/**
 * What `LocalReaders` are where another process writes: no write passes here, so each use looks at the file, and no snapshot
 * lasts longer than one.
 */
export class FreshReaders {
  readonly #folder: string;
  readonly #readers = new OpenFiles<FreshReader>(64);

  constructor(folder: string) {
    this.#folder = folder;
  }

  texts(storageKey: string, ids: readonly string[], view: FeatureView): string[] {
    return this.#read(storageKey, ({ reader }) =>
      // One statement is a snapshot by itself: to begin and to end one costs more than the read.
      ids.length === 1 ? reader.texts(ids, view) : reader.snapshot(() => reader.texts(ids, view)),
    );
  }

  textsOfVersion(storageKey: string, ids: readonly string[], view: FeatureView, version: number): string[] {
    return this.#read(storageKey, ({ reader }) =>
      reader.snapshot(() => settled(textsById(new SqliteRowReader(reader), ids, view, version))),
    );
  }

  content(storageKey: string): ContentState {
    return this.#read(storageKey, (reader) => reader.content());
  }

  touchedUpTo(storageKey: string, version: number): TouchedEntry[] {
    return this.#read(storageKey, ({ reader }) => reader.snapshot(() => touchedUpTo(reader, version)));
  }

  /** Nothing is: others may have written. */
  known(): undefined {
    return undefined;
  }

  learn(_storageKey: string, content: ContentState): ContentState {
    return content;
  }

  committed(): void {}

  forget(storageKey: string): void {
    this.#readers.drop(storageKey);
  }

  close(): void {
    this.#readers.closeAll();
  }

  #read<T>(storageKey: string, read: (reader: FreshReader) => T): T {
    return withStorageFaults(() =>
      read(this.#readers.get(storageKey, () => new FreshReader(spacePath(this.#folder, storageKey)))),
    );
  }
}

/** A connection that knows the state of the content as long as nobody has written. */
class FreshReader {
  readonly reader: SpaceReader;
  readonly #dataVersion: StatementSync;
  #seen: unknown;
  #content: ContentState | undefined;

  constructor(path: string) {
    this.reader = new SpaceReader(path, true);
    this.#dataVersion = this.reader.database.prepare('PRAGMA data_version');
    this.#dataVersion.setReturnArrays(true);
  }

  content(): ContentState {
    // Looked at before the content: what comes between is found by the next look.
    const [now] = this.#dataVersion.get() as unknown as [number];
    if (!this.#content || now !== this.#seen) {
      this.#content = this.reader.content();
      this.#seen = now;
    }
    return this.#content;
  }

  close(): void {
    this.reader.close();
  }
}
