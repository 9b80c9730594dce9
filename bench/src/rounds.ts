/** What one round measured on either side. */
export type Round<T> = { ours: T; floor: T };

/** What one side does in a turn. One that warms up may be shorter. */
export type Side<T> = (isWarmUp: boolean) => Promise<T>;

/**
 * Measures in turns – floor, ours, floor, ours, … – so that whatever else the machine does falls on both alike.
 * The first turn of each side warms up and does not count.
 */
export async function inTurns<T>(rounds: number, floor: Side<T>, ours: Side<T>): Promise<Round<T>[]> {
  await floor(true);
  await ours(true);
  const measured: Round<T>[] = [];
  for (let round = 0; round < rounds; round++)
    measured.push({ floor: await floor(false), ours: await ours(false) });
  return measured;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that a share of all values stays below: `quantile(times, 0.99)`. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
