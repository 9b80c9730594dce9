const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SEED_LENGTH = 11;
const POSITION_LENGTH = 5;

/** What the new ids of one import begin with. */
export function newIdSeed(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(SEED_LENGTH)),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('');
}

/** An id for a record of a file that has none. An import that goes on gives it the same one again: the hub may have got it already. */
export function newFeatureId(seed: string, position: number): string {
  let letters = '';
  for (let rest = position; rest > 0; rest = Math.floor(rest / LETTERS.length))
    letters = LETTERS[rest % LETTERS.length] + letters;
  return seed + letters.padStart(POSITION_LENGTH, LETTERS[0]);
}
