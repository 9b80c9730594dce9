import type { Effect } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';
import { Overlay } from './overlay.ts';

/** A map of an old version asks for many tiles of it: what has changed since is read once for all of them. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_OVERLAYS = 16;

/** Of this thread, the one used last at the end. */
const overlays = new Map<string, Overlay>();

/** What has changed since a version; undefined where that is too much. */
export function* overlayOf(reader: HistoryReader, version: number): Effect<Overlay | undefined> {
  const key = `${reader.key} ${version}`;
  const overlay = overlays.get(key) ?? new Overlay(version);
  if (!(yield* overlay.extend(reader, true))) {
    overlays.delete(key);
    return undefined;
  }
  if (overlay.count === undefined) yield* overlay.learnCount(reader);
  overlays.delete(key);
  overlays.set(key, overlay);
  dropOldest();
  return overlay;
}

function dropOldest(): void {
  let bytes = 0;
  for (const overlay of overlays.values()) bytes += overlay.bytes;
  for (const [key, overlay] of overlays) {
    if (overlays.size <= 1 || (overlays.size <= MAX_OVERLAYS && bytes <= MAX_BYTES)) return;
    overlays.delete(key);
    bytes -= overlay.bytes;
  }
}
