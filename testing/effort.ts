/**
 * How thorough random tests are: 1 in `npm test`, which takes a sample with a seed of its own every time, and 10 in
 * `npm run test:long`.
 */
const effort = Number(process.env.MERIDIAN_TEST_EFFORT ?? 1);

/** How many random cases to try; `sample`: as many as `npm test` has time for. */
export function randomCases(sample: number): number {
  return Math.ceil(sample * effort);
}
