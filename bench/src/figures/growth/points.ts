import type { Figure, Measured } from '../../figure.ts';
import { median } from '../../rounds.ts';
import type { Cost } from './cost.ts';

/** What one kind of call takes in a space, in slices. */
export type CallCosts = { name: string; costs: Cost[] };

const NOTE = 'one request after the other; floor of all: the same in the smallest space';

/** The points of one space on the curves of its calls. */
export function callPoints(
  features: number,
  calls: readonly CallCosts[],
  smallest: readonly CallCosts[],
): Figure[] {
  return calls.flatMap(({ name, costs }, i): Figure[] => {
    const first = smallest[i]!.costs;
    const rounds = (value: (cost: Cost) => number): Measured[] =>
      costs.map((cost) => ({ ours: value(cost), floor: median(first.map(value)) }));
    return [
      {
        ...named(`${name}: processor time`, features),
        unit: 'ms',
        rounds: rounds(({ processorMs }) => processorMs),
        ...(i === 0 && calls === smallest && { note: NOTE }),
      },
      { ...named(`${name}: wall time`, features), unit: 'ms', rounds: rounds(({ wallMs }) => wallMs) },
    ];
  });
}

export function named(curve: string, features: number): Pick<Figure, 'name' | 'point'> {
  return { name: `${shortNumber(features)}: ${curve}`, point: { curve, features } };
}

function shortNumber(features: number): string {
  return features < 1e6 ? `${features / 1e3} k` : `${features / 1e6} M`;
}
