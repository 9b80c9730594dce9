/** What a condition may come to, as a set: three-valued logic in which not everything is decided yet. */
export const FALSE = 1;
export const TRUE = 2;
export const UNKNOWN = 4;
export const UNDECIDED = FALSE | TRUE | UNKNOWN;

export type Outcomes = number;

/** Whether a row of such outcomes may pass, and whether it is open if it does. Looked up by the outcomes. */
export const MAY_PASS = Uint8Array.from({ length: 8 }, (_, outcomes) => ((outcomes & TRUE) === 0 ? 0 : 1));
export const IS_OPEN = MAY_PASS.map((mayPass, outcomes) => (outcomes === TRUE ? 0 : mayPass));

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

const IS_TRUE = MAY_PASS.map((_mayPass, outcomes) => (outcomes === TRUE ? 1 : 0));

/** The rows that pass for sure. */
export function passingRows(outcomes: Uint8Array): Uint32Array {
  return rowsWhere(outcomes, IS_TRUE);
}

export function rowsThatMayPass(outcomes: Uint8Array): Uint32Array {
  return rowsWhere(outcomes, MAY_PASS);
}

/** The rows whose outcomes are wanted, which are looked up in `isWanted`; those that are false never are. */
export function rowsWhere(outcomes: Uint8Array, isWanted: Uint8Array): Uint32Array {
  const rows = new Uint32Array(countWhere(outcomes, isWanted));
  const fours = foursOf(outcomes);
  for (let row = 0, count = 0; count < rows.length; row++) {
    // Mostly few are wanted: four that are false are passed over at once.
    while ((row & 3) === 0 && fours[row >> 2] === ALL_FALSE) row += 4;
    if (isWanted[outcomes[row]!] === 1) rows[count++] = row;
  }
  return rows;
}

function countWhere(outcomes: Uint8Array, isWanted: Uint8Array): number {
  const fours = foursOf(outcomes);
  let count = 0;
  for (let four = 0; four < fours.length; four++) {
    if (fours[four] === ALL_FALSE) continue;
    for (let row = 4 * four; row < 4 * four + 4; row++) count += isWanted[outcomes[row]!]!;
  }
  for (let row = 4 * fours.length; row < outcomes.length; row++) count += isWanted[outcomes[row]!]!;
  return count;
}

const ALL_FALSE = FALSE * 0x01010101;

/** Four outcomes a number, as far as there are four more. */
function foursOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, length >> 2) : NO_FOURS;
}

const NO_FOURS = new Uint32Array(0);
