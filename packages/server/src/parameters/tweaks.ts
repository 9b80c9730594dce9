import { HEXBIN_SAMPLING } from '@meridian/hub';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { readChoice } from './values.ts';

const { off: _, ...FRACTIONS } = HEXBIN_SAMPLING;
const STRENGTHS = Object.keys(FRACTIONS) as (keyof typeof FRACTIONS)[];

/** How old clients ask for less than everything. */
export const tweaks: readonly QueryParameter[] = [
  {
    name: 'tweaks',
    description:
      '`sampling` returns only a part of the features, the same ones every time, and `partial: true`. On tiles `simplification` is `mode=viz`. Other values are ignored.',
    schema: { type: 'string', examples: ['sampling'] },
  },
  {
    name: 'tweaks.strength',
    description: 'Of `sampling`: 1/8, 1/32, 1/128, 1/1024 or 1/4096 of the features.',
    schema: { type: 'string', enum: STRENGTHS, default: 'med' },
  },
];

/** The fraction that `tweaks=sampling` asks for. */
export function readFraction(query: QueryString): { fraction: number } | undefined {
  if (query.one('tweaks') !== 'sampling') return undefined;
  return { fraction: FRACTIONS[readChoice(query, 'tweaks.strength', STRENGTHS) ?? 'med'] };
}

export function isSimplified(query: QueryString): boolean {
  return query.one('tweaks') === 'simplification';
}
