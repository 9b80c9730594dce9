/** What random data follows from; set MERIDIAN_TEST_SEED to repeat a run. */
export const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
export function randomNumbers(from = seed): () => number {
  let state = from | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
