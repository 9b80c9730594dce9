/**
 * How many of the calls that wait go into one commit. Those before a call without a size can share one; together they have no
 * more than so many bytes, but the first goes however large it is.
 */
export function countTogether<T>(
  waiting: readonly T[],
  maxBytes: number,
  sizeOf: (call: T) => number | undefined,
): number {
  let bytes = 0;
  for (let count = 0; count < waiting.length; count++) {
    const size = sizeOf(waiting[count]!);
    if (size === undefined) return count;
    bytes += size;
    if (count > 0 && bytes > maxBytes) return count;
  }
  return waiting.length;
}
