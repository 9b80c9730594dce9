import { hash } from 'node:crypto';

/**
 * How thorough random tests are: 1 in `npm test`, which takes a sample with a seed of its own every time, and 10 in
 * `npm run test:long`. An eighth in `npm run test:fast`.
 */
const effort = Number(process.env.MERIDIAN_TEST_EFFORT ?? 1);

/** How many random cases to try; `sample`: as many as `npm test` has time for. */
export function randomCases(sample: number): number {
  return Math.ceil(sample * effort);
}

/** Of a list of cases every so many are tried: `sample` in `npm test`, more seldom or more often elsewhere. */
export function stepThrough(sample: number): number {
  return Math.ceil(sample / effort);
}

/** All cases of a table or, where there is less time, some of them: others with every seed and for every purpose. */
export function someOf<Case>(cases: readonly Case[], seed: number, purpose = ''): readonly Case[] {
  return drawnOf(cases, cases.length, seed, purpose);
}

/** Of a table too long for `npm test`, `sample` cases; all of them with the effort of `npm run test:long`. Drawn as above. */
export function drawnOf<Case>(
  cases: readonly Case[],
  sample: number,
  seed: number,
  purpose = '',
): readonly Case[] {
  const count = effort > 1 ? cases.length : randomCases(Math.min(sample, cases.length));
  if (count === cases.length) return cases;
  const ranks = cases.map((one, i) => ({ one, rank: hash('sha256', `${seed} ${purpose} ${i}`) }));
  return ranks
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}
