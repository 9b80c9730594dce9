export type Slice = (start: number, end?: number) => Promise<ArrayBuffer>;

/**
 * Caches the pieces of a file that were read last. Each slice of rows in a row group asks for all of its columns again:
 * what is read again each time is garbage faster than it is collected.
 * @param maxBytes no more are cached together, and none of a piece that is longer
 */
export function cachedSlices(slice: Slice, maxBytes: number): Slice {
  const cached = new Map<string, ArrayBuffer>();
  let held = 0;
  return async (start, end) => {
    const key = `${start} ${end}`;
    const found = cached.get(key);
    if (found !== undefined) return found;
    const bytes = await slice(start, end);
    if (bytes.byteLength > maxBytes) return bytes;
    held += bytes.byteLength;
    cached.set(key, bytes);
    for (const [oldest, { byteLength }] of cached) {
      if (held <= maxBytes) break;
      cached.delete(oldest);
      held -= byteLength;
    }
    return bytes;
  };
}
