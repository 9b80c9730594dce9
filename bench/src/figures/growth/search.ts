import { PLAIN_PROPERTY } from '../../data/feature.ts';
import { onHub, SPACE } from '../../data/filling.ts';
import { prepare } from '../../data/prepared.ts';
import type { Figure } from '../../figure.ts';
import type { Bench } from '../setting.ts';
import { slice } from './cost.ts';
import { type CallCosts, callPoints } from './points.ts';

/** A value that no feature has, but whose text each has somewhere: so every single one is parsed. */
const PATH = `/hub/spaces/${SPACE}/search?p.${PLAIN_PROPERTY}=-1`;
/** The same work for a few features only. */
const WARM_UP_PATH = `/hub/spaces/${SPACE}/search?p.${PLAIN_PROPERTY}%3E=0&limit=1000&skipCache=true`;
const WARM_UP_SECONDS = 1;

/**
 * A search that looks at every feature, once in each space. It keeps one core busy, and in the largest space for longer than in
 * all the others together: so that has one core, and they have the other.
 */
export async function growthSearch({ effort }: Bench): Promise<Figure[]> {
  const sizes = effort.growth.toSorted((a, b) => a - b);
  const [largest, others] = [sizes.at(-1)!, sizes.slice(0, -1)];
  const costs = new Map<number, CallCosts[]>();
  const measure = async (some: readonly number[]) => {
    for (const features of some) costs.set(features, await searchCosts(features));
  };
  await Promise.all([measure([largest]), measure(others)]);
  return sizes.flatMap((features) => callPoints(features, costs.get(features)!, costs.get(sizes[0]!)!));
}

async function searchCosts(features: number): Promise<CallCosts[]> {
  const cost = await onHub(await prepare(features, console.error), async (client, { pid }) => {
    await slice(pid, WARM_UP_SECONDS, () => client.drain('GET', WARM_UP_PATH, () => {}));
    return slice(pid, 0, () => client.drain('GET', PATH, () => {}));
  });
  return [{ name: 'search of everything, no index', costs: [cost] }];
}
