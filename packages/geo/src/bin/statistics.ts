/** Of values in a cell; of no values only that there are none. */
export type Statistics =
  | { qty: number; min: number; max: number; sum: number; avg: number; median: number }
  | { qty: 0 };

export function statisticsOf(values: number[]): Statistics {
  const qty = values.length;
  if (qty === 0) return { qty };
  const sorted = Float64Array.from(values).sort();
  let sum = 0;
  for (const value of values) sum += value;
  const middle = qty >> 1;
  const median = qty % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { qty, min: sorted[0]!, max: sorted[qty - 1]!, sum, avg: sum / qty, median };
}
