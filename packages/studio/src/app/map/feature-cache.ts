import type { Feature } from '@meridian/client';
import { hub } from '../api/call.ts';

/** Features that were looked at lately, by space, content and id. */
const cache = new Map<string, Promise<Feature | undefined>>();
const MOST = 200;

/** A feature as the hub has it; undefined if it does not exist. */
export function lookUp(space: string, id: string, version: number): Promise<Feature | undefined> {
  const key = JSON.stringify([space, id, version]);
  const known = cache.get(key);
  if (known) return known;
  const found = hub()
    .features(space)
    .getMany([id])
    .then(([feature]) => feature);
  cache.set(key, found);
  found.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > MOST) cache.delete(oldest!);
  return found;
}
