import { collectionText } from '../../data/feature.ts';
import { onHub, SPACE } from '../../data/filling.ts';
import { prepare, writable } from '../../data/prepared.ts';
import type { Figure } from '../../figure.ts';
import type { HubClient } from '../../hub/hub-client.ts';
import type { Bench } from '../setting.ts';
import { type Cost, slice } from './cost.ts';
import { type CallCosts, callPoints } from './points.ts';

const BATCH = 1000;
const BATCHES = 5;
const WARM_UP_BATCHES = 2;
const NEW_FEATURES_FROM = 90_000_000;
const MARK = 'bench-growth';

/** Bulk writes into spaces of ten thousand to four million features. */
export async function growthBulk({ effort }: Bench): Promise<Figure[]> {
  const spaces: { features: number; calls: CallCosts[] }[] = [];
  for (const features of effort.growth) {
    const copy = writable(await prepare(features, console.error), console.error);
    const costs = await onHub(copy, (client, { pid }) => bulkCosts(pid, client));
    spaces.push({ features, calls: [{ name: `bulk put of ${BATCH} features`, costs }] });
  }
  const [smallest] = spaces;
  return spaces.flatMap(({ features, calls }) => callPoints(features, calls, smallest!.calls));
}

/** New features in the large space itself. They go again, and so do those that an interrupted run has left. */
async function bulkCosts(pid: number, client: HubClient): Promise<Cost[]> {
  const features = `/hub/spaces/${SPACE}/features`;
  const bodies = Array.from({ length: WARM_UP_BATCHES + BATCHES }, (_, i) =>
    collectionText(NEW_FEATURES_FROM + i * BATCH, BATCH),
  );
  const remove = () => client.send('DELETE', `${features}?tags=${MARK}`);
  await remove();
  try {
    const costs: Cost[] = [];
    for (const body of bodies)
      costs.push(await slice(pid, 0, () => client.send('PUT', `${features}?addTags=${MARK}`, { body })));
    return costs.slice(WARM_UP_BATCHES);
  } finally {
    await remove();
  }
}
