import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildDensityIndex, buildTileBlocks } from '../hub/derived-views.ts';
import { HubClient } from '../hub/hub-client.ts';
import { HubProcess } from '../hub/hub-process.ts';
import { readSpaceSize } from '../hub/space-size.ts';
import { collectionText, INDEXED_PROPERTY } from './feature.ts';

export const SPACE = 'bench-space';

const BATCH = 5000;
/** While the hub stores one, the next is made. */
const AT_ONCE = 2;

/** A data folder, where its hub logs to, and how many features it has or is to have. */
type Folder = { data: string; log: string; count: number };

/** Lets a hub on a data folder do something, and stops it. */
export async function onHub<T>(
  { data, log }: Folder,
  work: (client: HubClient, hub: HubProcess) => Promise<T>,
): Promise<T> {
  const hub = await HubProcess.start({ data, log });
  const client = new HubClient(hub.url);
  try {
    return await work(client, hub);
  } finally {
    client.close();
    await hub.stop();
  }
}

/** Loads the features that are not there yet into a data folder, through the HTTP interface. */
export function fill(folder: Folder, say: (text: string) => void): Promise<void> {
  const { data, count } = folder;
  return onHub(folder, async (client) => {
    let next = await firstMissing(client);
    say(`loading ${count - next} features into ${data} (once)`);
    const run = async () => {
      while (next < count) {
        const at = next;
        next = Math.min(at + BATCH, count);
        await put(client, collectionText(at, next - at));
        if (next % 100_000 === 0) say(`  ${next} of ${count}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, run));
  });
}

const SHEETS_WITHIN_MS = 300_000;

/** Has everything made that the hub makes of a space in the background, so that nothing of it disturbs a measurement. */
export function settle(folder: Folder): Promise<void> {
  const viewed = { file: spaceFile(folder, SPACE), space: SPACE, features: folder.count };
  return onHub(folder, async (client) => {
    await buildDensityIndex(client, viewed);
    await buildTileBlocks(client, viewed, SHEETS_WITHIN_MS);
  });
}

/** Where to go on: what was on its way when a load was interrupted is sent again, which changes nothing. */
async function firstMissing(client: HubClient): Promise<number> {
  const spaces = (await client.json('GET', '/hub/spaces')) as { id: string }[];
  if (!spaces.some(({ id }) => id === SPACE)) {
    await createSpace(client);
    return 0;
  }
  const { features } = await readSpaceSize(client, SPACE);
  return Math.max(0, features - (features % BATCH) - AT_ONCE * BATCH);
}

/** A write brings the file of a space to the layout of the current hub; one without geometry outdates nothing that is derived from it. */
export function renew(folder: Folder): Promise<void> {
  const id = 'renewed';
  const nowhere = { type: 'Feature', id, geometry: null, properties: {} };
  return onHub(folder, async (client) => {
    await put(client, JSON.stringify({ type: 'FeatureCollection', features: [nowhere] }));
    await client.send('DELETE', `/hub/spaces/${SPACE}/features/${id}`);
  });
}

async function createSpace(client: HubClient): Promise<void> {
  await client.json('POST', '/hub/spaces', {
    id: SPACE,
    title: 'Generated features',
    searchableProperties: { [INDEXED_PROPERTY]: true },
  });
}

async function put(client: HubClient, body: string): Promise<void> {
  await client.send('PUT', `/hub/spaces/${SPACE}/features`, {
    body,
    headers: { Accept: 'application/x-empty' },
  });
}

/** The SQLite file of a space. */
export function spaceFile({ data }: { data: string }, space: string): string {
  const folder = join(data, 'spaces');
  const name = readdirSync(folder).find((file) => file.startsWith(`${space}.`) && file.endsWith('.db'));
  if (!name) throw new Error(`there is no file of the space ${space} in ${folder}`);
  return join(folder, name);
}
