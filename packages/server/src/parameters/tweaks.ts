import { HEXBIN_SAMPLING } from '@meridian/hub';
import { parameters } from './parameter.ts';
import { readChoice } from './values.ts';

const { off: _, ...FRACTIONS } = HEXBIN_SAMPLING;
const STRENGTHS = Object.keys(FRACTIONS) as (keyof typeof FRACTIONS)[];

/**
 * How old clients ask for less than everything: for a fraction of the features, for simplified ones, or for a tile that is
 * not too large.
 */
type Tweaks = { sample: { fraction: number } | undefined; isSimplified: boolean; isEnsured: boolean };

export const tweaks = parameters(
  [
    {
      name: 'tweaks',
      description:
        '`sampling` returns only a part of the features, the same ones every time, and `partial: true`. On tiles `simplification` is `mode=viz`, on vector tiles `ensure` is `mode=auto`. Other values are ignored.',
      schema: { type: 'string', examples: ['sampling'] },
    },
    {
      name: 'tweaks.strength',
      description: 'Of `sampling`: 1/8, 1/32, 1/128, 1/1024 or 1/4096 of the features.',
      schema: { type: 'string', enum: STRENGTHS, default: 'med' },
    },
  ],
  (query): Tweaks => {
    const name = query.one('tweaks');
    const isSimplified = name === 'simplification';
    const isEnsured = name === 'ensure';
    if (name !== 'sampling') return { sample: undefined, isSimplified, isEnsured };
    const strength = readChoice(query, 'tweaks.strength', STRENGTHS) ?? 'med';
    return { sample: { fraction: FRACTIONS[strength] }, isSimplified, isEnsured };
  },
);
