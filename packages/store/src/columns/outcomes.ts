/** What a condition may come to, as a set: three-valued logic in which not everything is decided yet. */
export const FALSE = 1;
export const TRUE = 2;
export const UNKNOWN = 4;
export const UNDECIDED = FALSE | TRUE | UNKNOWN;

export type Outcomes = number;

export function outcomeOf(result: boolean | null): Outcomes {
  return result === null ? UNKNOWN : result ? TRUE : FALSE;
}

const MEMBERS = [FALSE, TRUE, UNKNOWN];

function table(combine: (a: number, b: number) => number): Uint8Array {
  const results = new Uint8Array(64);
  for (let a = 1; a < 8; a++)
    for (let b = 1; b < 8; b++)
      for (const one of MEMBERS)
        for (const other of MEMBERS) if (a & one && b & other) results[(a << 3) | b]! |= combine(one, other);
  return results;
}

/** False if one is, else unknown if one is. Looked up by `a << 3 | b`. */
export const AND = table((a, b) =>
  a === FALSE || b === FALSE ? FALSE : a === TRUE ? b : b === TRUE ? a : UNKNOWN,
);
/** True if one is, else unknown if one is. */
export const OR = table((a, b) =>
  a === TRUE || b === TRUE ? TRUE : a === FALSE ? b : b === FALSE ? a : UNKNOWN,
);

export function negated(outcomes: Outcomes): Outcomes {
  return (outcomes & UNKNOWN) | (outcomes & FALSE ? TRUE : 0) | (outcomes & TRUE ? FALSE : 0);
}

/** Rows that pass for sure, rows that may pass, and of these those that are open. */
export type Wanted = 'passing' | 'possible' | 'open';

/** The rows that pass for sure. */
export function passingRows(outcomes: Uint8Array): Uint32Array {
  return rowsWhere(outcomes, 'passing');
}

export function rowsThatMayPass(outcomes: Uint8Array): Uint32Array {
  return rowsWhere(outcomes, 'possible');
}

/** How many rows pass for sure, and how many are open. */
export function countPassing(outcomes: Uint8Array): { passing: number; open: number } {
  const passing = countWhere(outcomes, 'passing');
  return { passing, open: countWhere(outcomes, 'possible') - passing };
}

/** The rows whose outcomes are wanted. */
export function rowsWhere(outcomes: Uint8Array, wanted: Wanted): Uint32Array {
  const count = countWhere(outcomes, wanted);
  const rows = new Uint32Array(count);
  const fours = foursOf(outcomes);
  let next = 0;
  for (let four = 0; four < fours.length && next < count; four++) {
    const bits = wantedBits(fours[four]!, wanted);
    if (bits === 0) continue;
    // Without a branch, which processors would guess wrong: what is not wanted is written over. Behind the end nothing is written.
    rows[next] = 4 * four;
    next += bits & 1;
    rows[next] = 4 * four + 1;
    next += (bits >>> 8) & 1;
    rows[next] = 4 * four + 2;
    next += (bits >>> 16) & 1;
    rows[next] = 4 * four + 3;
    next += bits >>> 24;
  }
  for (let row = 4 * fours.length; next < count; row++) {
    rows[next] = row;
    next += wantedBits(outcomes[row]!, wanted);
  }
  return rows;
}

function countWhere(outcomes: Uint8Array, wanted: Wanted): number {
  let count = 0;
  const fours = foursOf(outcomes);
  for (let four = 0; four < fours.length; four++)
    count += Math.imul(wantedBits(fours[four]!, wanted), ONES) >>> 24;
  for (let row = 4 * fours.length; row < outcomes.length; row++) count += wantedBits(outcomes[row]!, wanted);
  return count;
}

const ONES = 0x01010101;

/** Of the outcomes of a row, or of four of them at once: 1 in the byte of each that is wanted. */
function wantedBits(outcomes: number, wanted: Wanted): number {
  const possible = (outcomes >>> 1) & ONES;
  if (wanted === 'possible') return possible;
  const open = possible & (outcomes | (outcomes >>> 2));
  return wanted === 'open' ? open : possible ^ open;
}

/** Four outcomes a number, as far as there are four more. */
function foursOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, length >> 2) : NO_FOURS;
}

const NO_FOURS = new Uint32Array(0);
