import type { HubClient } from './hub-client.ts';

export type SpaceSize = {
  features: number;
  /** Of all texts together. */
  bytes: number;
};

export async function readSpaceSize(client: HubClient, space: string): Promise<SpaceSize> {
  const { count, byteSize } = (await client.json('GET', `/hub/spaces/${space}/statistics`)) as {
    count: { value: number };
    byteSize: { value: number };
  };
  return { features: count.value, bytes: byteSize.value };
}
