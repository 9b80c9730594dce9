/** Bins that would be too many to count or to send. The message says what to change. */
export class BinError extends Error {}

/** More cells than these are of no use to a map, and one feature, or many, could otherwise fill the memory. */
const MAX_CELLS_OF_FEATURE = 200_000;
const MAX_CELLS = 1_000_000;

export function refuseCellsOfFeature(count: number): void {
  if (count > MAX_CELLS_OF_FEATURE) refuse(`one feature more than ${MAX_CELLS_OF_FEATURE}`);
}

export function refuseCells(count: number): void {
  if (count > MAX_CELLS) refuse(`more than ${MAX_CELLS}`);
}

function refuse(what: string): never {
  throw new BinError(`The resolution gives ${what} cells; use a lower one or a smaller area`);
}
