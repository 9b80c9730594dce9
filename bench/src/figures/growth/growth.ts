import { prepare } from '../../data/prepared.ts';
import type { Figure, Measured } from '../../figure.ts';
import { median } from '../../rounds.ts';
import type { Bench } from '../setting.ts';
import { measureSpace, type SpaceCosts } from './space.ts';

const NOTE = 'one request after the other; floor of all: the same in the smallest space';

/** The same calls in spaces of ten thousand to four million features. */
export async function growth({ effort }: Bench): Promise<Figure[]> {
  const spaces: SpaceCosts[] = [];
  for (const features of effort.growth)
    spaces.push(await measureSpace(await prepare(features, console.error)));
  const [smallest] = spaces;
  return spaces.flatMap((space) => figuresOf(space, smallest!));
}

function figuresOf(space: SpaceCosts, smallest: SpaceCosts): Figure[] {
  const { features, memoryMb } = space;
  const one = (curve: string, unit: Figure['unit'], value: (of: SpaceCosts) => number): Figure => ({
    ...named(curve, features),
    unit,
    rounds: [{ ours: value(space), floor: value(smallest) }],
  });
  return [
    ...space.calls.flatMap(({ name, costs }, i): Figure[] => {
      const first = smallest.calls[i]!.costs;
      const rounds = (value: (cost: (typeof costs)[number]) => number): Measured[] =>
        costs.map((cost) => ({ ours: value(cost), floor: median(first.map(value)) }));
      return [
        {
          ...named(`${name}: processor time`, features),
          unit: 'ms',
          rounds: rounds(({ processorMs }) => processorMs),
          ...(i === 0 && features === smallest.features && { note: NOTE }),
        },
        { ...named(`${name}: wall time`, features), unit: 'ms', rounds: rounds(({ wallMs }) => wallMs) },
      ];
    }),
    one('start-up', 's', ({ startUpSeconds }) => startUpSeconds),
    ...(Object.keys(memoryMb) as (keyof typeof memoryMb)[]).map((when) =>
      one(`memory, ${MEMORY_WORDS[when]}`, 'MB', (of) => of.memoryMb[when]),
    ),
    one('file, a feature', 'bytes', ({ bytesPerFeature }) => bytesPerFeature),
  ];
}

const MEMORY_WORDS = { idle: 'idle', underLoad: 'under load', after: 'after' };

function named(curve: string, features: number): Pick<Figure, 'name' | 'point'> {
  return { name: `${shortNumber(features)}: ${curve}`, point: { curve, features } };
}

function shortNumber(features: number): string {
  return features < 1e6 ? `${features / 1e3} k` : `${features / 1e6} M`;
}
