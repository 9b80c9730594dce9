const CHUNK_BYTES = 256 * 1024;
const CHUNK_MAX_BYTES = 16 * 1024 * 1024;
const STEP_ROWS = 2000;

/** So many rows a step are looked at in vain before others get their turn. */
export const SCAN_ROWS = 20_000;

/** What a space holds, and how large the largest feature was. */
export type ContentSize = { count: number; bytes: number; maxBytes: number };

/** So many rows a step that a chunk has a good size, and even the largest rows together fit into memory. */
export function stepRows({ count, bytes, maxBytes }: ContentSize, chunkBytes = CHUNK_BYTES): number {
  const average = Math.max(1, bytes / Math.max(1, count));
  const good = Math.min(STEP_ROWS, chunkBytes / average);
  return Math.max(1, Math.floor(Math.min(good, CHUNK_MAX_BYTES / Math.max(1, maxBytes))));
}
