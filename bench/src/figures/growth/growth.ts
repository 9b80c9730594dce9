import { prepare } from '../../data/prepared.ts';
import type { Figure } from '../../figure.ts';
import type { Bench } from '../setting.ts';
import { callPoints, named } from './points.ts';
import { measureSpace, type SpaceCosts } from './space.ts';

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
    ...callPoints(features, space.calls, smallest.calls),
    one('start-up', 's', ({ startUpSeconds }) => startUpSeconds),
    ...(Object.keys(memoryMb) as (keyof typeof memoryMb)[]).map((when) =>
      one(`memory, ${MEMORY_WORDS[when]}`, 'MB', (of) => of.memoryMb[when]),
    ),
    one('file, a feature', 'bytes', ({ bytesPerFeature }) => bytesPerFeature),
  ];
}

const MEMORY_WORDS = { idle: 'idle', underLoad: 'under load', after: 'after' };
