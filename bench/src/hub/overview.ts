import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { HubClient } from './hub-client.ts';

/** Smaller spaces are answered from their rows. */
const LEAST_FEATURES = 20_000;

/** The first look at a low zoom asks for an overview, even if it takes too long itself; it is built in the background. */
export async function buildOverview(
  client: HubClient,
  { file, space, features }: { file: string; space: string; features: number },
): Promise<void> {
  if (features < LEAST_FEATURES) return;
  const path = `/hub/spaces/${space}/tile/web/0_0_0?clustering=hexbin&skipCache=true`;
  await client.send('GET', path).catch(() => undefined);
  const database = new DatabaseSync(file, { readOnly: true });
  const built = database.prepare('SELECT 1 FROM overview WHERE built_to IS NULL');
  while (!built.get()) await pause(100);
  database.close();
}
