/** What a resolution leaves unused of the 15 digits of an H3 index: three bits each, all of them set. */
function unused(resolution: number): number {
  return 2 ** (3 * (15 - resolution));
}

/**
 * An H3 cell as its base cell and digits alone, without what all cells of a resolution have in common: 28 bits at resolution 7,
 * 52 at the finest. Their order is that of the indexes. `871f1d489ffffff` → 0xfe8ea44
 */
export function cellNumber(cell: string, resolution: number): number {
  return Math.floor(Number.parseInt(cell.slice(2), 16) / unused(resolution));
}

export function cellName(number: number, resolution: number): string {
  const digits = (number + 1) * unused(resolution) - 1;
  return `8${resolution.toString(16)}${digits.toString(16).padStart(13, '0')}`;
}
