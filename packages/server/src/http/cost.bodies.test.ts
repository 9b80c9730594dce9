import { describe, test } from 'node:test';
import { assertLinear, UNITS, worstText } from '../../../../testing/cost.ts';
import { someOf } from '../../../../testing/effort.ts';
import { AGGREGATE_MEMBERS, readAggregateBody } from '../parameters/aggregate-body.ts';

/** Characters, or entries: what grows with the square of them is by far the largest cost here. */
const SIZE = 6_000;
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

/** Values of a member that has about so many characters or entries. */
const VALUES: Readonly<Record<string, (size: number) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(UNITS).flatMap(([what, unit]) => [
      [what, (size: number) => worstText(unit, size)],
      [`a list of ${what}`, (size: number) => [worstText(unit, size)]],
    ]),
  ),
  texts: (size) => Array.from({ length: size }, (_, i) => `t${i}`),
  'the same text': (size) => Array(size).fill('a'),
  'tags that go together': (size) => [Array(size).fill('a').join('+')],
  'a MultiPoint': (size) => ({
    type: 'MultiPoint',
    coordinates: Array.from({ length: size }, (_, i) => [i % 180, i % 90]),
  }),
};

describe(`twice as large a body costs twice as much, as an aggregate (seed ${seed}):`, () => {
  for (const member of Object.keys(AGGREGATE_MEMBERS))
    test(member, () => {
      const beside = member === 'qProperties' ? { q: 'a' } : {};
      for (const [shape, value] of someOf(Object.entries(VALUES), seed, member))
        assertLinear(
          `${member} of ${shape}`,
          (size) => ({ ...beside, [member]: value(size) }),
          readAggregateBody,
          SIZE,
        );
    });
});
