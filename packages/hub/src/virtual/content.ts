import { hash } from 'node:crypto';
import type { ContentState, FeatureStore } from '@meridian/store';
import type { Space } from '../spaces/space.ts';
import type { Resolved } from './upstreams.ts';

/** The state of a virtual space: another number whenever an upstream space, or a definition on the way, is another. */
export async function combinedContent(
  space: Space,
  { leaves, upstreams }: Resolved,
  features: FeatureStore,
): Promise<ContentState> {
  const contents = await Promise.all(leaves.map((leaf) => features.content(leaf.record)));
  const states = [
    ...[space, ...upstreams].map(({ serial, upstreams: combined }) => [serial, combined]),
    ...contents.map(({ version }) => version),
  ];
  const digest = hash('sha256', JSON.stringify(states), 'hex');
  return { version: Number.parseInt(digest.slice(0, 13), 16), updatedAt: latestContent(contents).updatedAt };
}

/** The state of the one that changed last; a version of 0 says that nothing was ever written. */
export function latestContent(contents: readonly ContentState[]): ContentState {
  const none = { version: 0, updatedAt: 0 };
  return contents.reduce(
    (latest, content) => (content.version > 0 && content.updatedAt >= latest.updatedAt ? content : latest),
    none,
  );
}
