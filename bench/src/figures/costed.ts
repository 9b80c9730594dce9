import type { Figure, Measured } from '../figure.ts';
import type { Round } from '../rounds.ts';

/** What one turn did: so many of something a second, for so much processor time each. */
export type Turn = { perSecond: number; processorMicroseconds: number };

/** Times some work, and what the processes behind it spend on it (`spent`, in seconds so far). */
export async function costed(
  spent: () => number,
  work: () => Promise<{ count: number; seconds: number }>,
): Promise<Turn> {
  const before = spent();
  const { count, seconds } = await work();
  return { perSecond: count / seconds, processorMicroseconds: ((spent() - before) * 1e6) / count };
}

/** The figure of rates, and beside it that of processor time, which suffers less from what else the machine does. */
export function withCost(
  figure: Omit<Figure, 'rounds'>,
  rounds: readonly Round<Turn>[],
  whose: string,
): Figure[] {
  const each = (value: keyof Turn): Measured[] =>
    rounds.map(({ ours, floor }) => ({ ours: ours[value], floor: floor[value] }));
  return [
    { ...figure, rounds: each('perSecond') },
    {
      name: `${figure.name}, processor time`,
      unit: 'µs',
      rounds: each('processorMicroseconds'),
      note: whose,
    },
  ];
}
