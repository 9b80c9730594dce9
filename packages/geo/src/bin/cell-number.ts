/** What a resolution leaves unused of the 15 digits of an H3 index: three bits each, all of them set. */
function unused(resolution: number): number {
  return 2 ** (3 * (15 - resolution));
}

/** The last seven hexadecimal digits. */
const LOW = 2 ** 28;

/**
 * An H3 cell as its base cell and digits alone, without what all cells of a resolution have in common: 28 bits at resolution 7,
 * 52 at the finest. Their order is that of the indexes. `871f1d489ffffff` → 0xfe8ea44
 */
export function cellNumber(cell: string, resolution: number): number {
  return Math.floor(Number.parseInt(cell.slice(2), 16) / unused(resolution));
}

export function cellName(number: number, resolution: number): string {
  const digits = (number + 1) * unused(resolution) - 1;
  // In two pieces: of numbers below 2^31 the digits are found many times as fast.
  const high = Math.floor(digits / LOW);
  const low = digits - high * LOW;
  return `8${resolution.toString(16)}${high.toString(16).padStart(6, '0')}${low.toString(16).padStart(7, '0')}`;
}
