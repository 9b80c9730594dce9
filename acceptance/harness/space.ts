import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { collection, type Feature, type FeatureCollection, idsOf } from './geojson.ts';
import type { Hub } from './hub.ts';

export interface SpaceDefinition {
  id: string;
  title: string;
  owner: string;
  createdAt: number;
  updatedAt: number;
  contentUpdatedAt: number;
  [member: string]: unknown;
}

export interface Space {
  id: string;
  /** `/hub/spaces/{id}` */
  path: string;
  /** `/hub/spaces/{id}/features` */
  features: string;
  created: SpaceDefinition;
  /** Writes with PUT and responses what the server answered. */
  load(...features: unknown[]): Promise<FeatureCollection>;
  /** One stored feature. */
  read(id: string): Promise<Feature>;
  definition(): Promise<SpaceDefinition>;
  /** The ids that search returns for a query string. */
  search(query?: string): Promise<string[]>;
}

export function newSpaceId(): string {
  return `s${randomBytes(8).toString('hex')}`;
}

export async function newSpace(hub: Hub, definition: object = {}): Promise<Space> {
  const response = await hub.post<SpaceDefinition>('/hub/spaces', {
    id: newSpaceId(),
    title: 'A space',
    ...definition,
  });
  assert.equal(response.status, 200, response.text);
  const path = `/hub/spaces/${response.body.id}`;
  const features = `${path}/features`;
  return {
    id: response.body.id,
    path,
    features,
    created: response.body,
    load: async (...sent) => {
      const written = await hub.put<FeatureCollection>(features, collection(...sent));
      assert.equal(written.status, 200, written.text);
      return written.body;
    },
    read: async (id) => {
      const found = await hub.get<Feature>(`${features}/${encodeURIComponent(id)}`);
      assert.equal(found.status, 200, found.text);
      return found.body;
    },
    definition: async () => (await hub.get<SpaceDefinition>(path)).body,
    search: async (query = '') => {
      const found = await hub.get<FeatureCollection>(`${path}/search?${query}`);
      assert.equal(found.status, 200, found.text);
      return idsOf(found.body);
    },
  };
}

/** Lets the clock move on, so that a later time is a greater number. */
export function nextMillisecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}
