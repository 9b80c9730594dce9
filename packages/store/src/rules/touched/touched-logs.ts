import type { BBox } from '@meridian/geo';
import type { Maybe } from '../../read/effect.ts';
import type { ContentState } from '../write/write-request.ts';
import { lastTouched, type TouchedEntry } from './touched-log.ts';

/** Of so many spaces the log is cached. */
const MAX_LOGS = 100;

/** What spaces were last found to have been touched by, each up to a version. */
export class TouchedLogs {
  readonly #read: (storageKey: string, version: number) => Maybe<TouchedEntry[]>;
  readonly #logs = new Map<string, { version: number; entries: Maybe<TouchedEntry[]> }>();

  constructor(read: (storageKey: string, version: number) => Maybe<TouchedEntry[]>) {
    this.#read = read;
  }

  /** The state of the content as far as it concerns an area: its version is the last one that may have changed something there. */
  contentIn(
    storageKey: string,
    { version, updatedAt }: ContentState,
    area: readonly BBox[],
  ): Maybe<ContentState> {
    const entries = this.#entriesOf(storageKey, version);
    const stateOf = (log: TouchedEntry[]) => ({ version: lastTouched(log, version, area), updatedAt });
    return entries instanceof Promise ? entries.then(stateOf) : stateOf(entries);
  }

  #entriesOf(storageKey: string, version: number): Maybe<TouchedEntry[]> {
    const known = this.#logs.get(storageKey);
    if (known?.version === version) return known.entries;
    const entries = this.#read(storageKey, version);
    this.#logs.delete(storageKey);
    this.#logs.set(storageKey, { version, entries });
    if (this.#logs.size > MAX_LOGS) this.#logs.delete(this.#logs.keys().next().value!);
    if (entries instanceof Promise) entries.catch(() => this.#forgetFailed(storageKey, entries));
    return entries;
  }

  #forgetFailed(storageKey: string, entries: Maybe<TouchedEntry[]>): void {
    if (this.#logs.get(storageKey)?.entries === entries) this.#logs.delete(storageKey);
  }
}
