import type { Effect } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';
import { Overlay } from './overlay.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_OVERLAYS = 16;

/** A map of an old version asks for many tiles of it: what has changed since is read once for all of them. */
export class OverlayCache {
  /** The one used last at the end. */
  readonly #overlays = new Map<string, Overlay>();
  readonly #maxWithoutColumns: number | undefined;

  constructor(maxWithoutColumns?: number) {
    this.#maxWithoutColumns = maxWithoutColumns;
  }

  /** What has changed since a version; undefined where that is too much. */
  *overlayOf(reader: HistoryReader, version: number): Effect<Overlay | undefined> {
    const key = `${reader.key} ${version}`;
    const overlay = this.#overlays.get(key) ?? new Overlay(version, this.#maxWithoutColumns);
    if (!(yield* overlay.extend(reader, true))) {
      this.#overlays.delete(key);
      return undefined;
    }
    if (overlay.count === undefined) yield* overlay.learnCount(reader);
    this.#overlays.delete(key);
    this.#overlays.set(key, overlay);
    this.#dropOldest();
    return overlay;
  }

  #dropOldest(): void {
    let bytes = 0;
    for (const overlay of this.#overlays.values()) bytes += overlay.bytes;
    for (const [key, overlay] of this.#overlays) {
      if (this.#overlays.size <= 1 || (this.#overlays.size <= MAX_OVERLAYS && bytes <= MAX_BYTES)) return;
      this.#overlays.delete(key);
      bytes -= overlay.bytes;
    }
  }
}
