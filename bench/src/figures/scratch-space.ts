import type { HubClient } from '../hub/hub-client.ts';

/** Empty spaces for the time of a measurement. Those that an interrupted run has left are removed first. */
export async function withScratchSpaces<T>(
  client: HubClient,
  ids: readonly string[],
  use: () => Promise<T>,
): Promise<T> {
  for (const id of ids) {
    await client.json('DELETE', `/hub/spaces/${id}`).catch(() => undefined);
    await client.json('POST', '/hub/spaces', { id, title: 'Scratch' });
  }
  try {
    return await use();
  } finally {
    for (const id of ids) await client.json('DELETE', `/hub/spaces/${id}`);
  }
}
