import { Fault, type FeatureSource, invalid, MAX_LEAVES } from '@meridian/store';
import { isBoundUpstream } from '../spaces/bind.ts';
import type { Space, SpaceLookup } from '../spaces/space.ts';
import { refuseOwnFeatures } from './storage.ts';

/** Virtual spaces of virtual spaces: how many levels may be defined. */
const MAX_LEVELS = 8;
/** Levels that changes further down can add later. Nobody needs that many. */
const MAX_STORED_LEVELS = 64;

/** A virtual space with everything it leads to. */
export type Resolved = {
  source: FeatureSource;
  /** The spaces that have the features, in the order in which the source names them. */
  leaves: Space[];
  /** Those and the virtual ones between. */
  upstreams: Space[];
};

/** Follows a virtual space to its ends; a space that is gone is a fault that names it. */
export function resolveVirtual(space: Space, find: SpaceLookup): Resolved {
  const leaves: Space[] = [];
  const upstreams: Space[] = [];
  const follow = (of: Space, level: number): FeatureSource => {
    const combined = of.upstreams;
    if (!combined) {
      leaves.push(of);
      return { id: of.id, storageKey: of.record.storageKey };
    }
    if (level > MAX_STORED_LEVELS || leaves.length > MAX_LEAVES)
      throw invalid(`space ${JSON.stringify(space.id)} leads to too many spaces, or in a circle`);
    const parts = combined.ids.map((id) => {
      const upstream = find(id);
      if (!upstream || !isBoundUpstream(of, upstream))
        throw new Fault(
          'notFound',
          `the upstream space ${JSON.stringify(id)} of ${JSON.stringify(of.id)} does not exist any more${upstream ? '; a new space has its id: to use that one, set storage again' : ''}`,
        );
      upstreams.push(upstream);
      return follow(upstream, level + 1);
    });
    return { mode: combined.mode, parts };
  };
  const source = follow(space, 0);
  return { source, leaves, upstreams };
}

/** The spaces from which a space has its features, as far as they are there; one with its own is its own. */
export function existingLeaves(space: Space, find: SpaceLookup, level = 0): Space[] {
  const combined = space.upstreams;
  if (!combined) return [space];
  if (level > MAX_STORED_LEVELS) return [];
  return combined.ids.flatMap((id) => {
    const upstream = find(id);
    return upstream && isBoundUpstream(space, upstream) ? existingLeaves(upstream, find, level + 1) : [];
  });
}

/** For a definition about to be stored: its upstream spaces must exist, must not lead back, and must not be too many. */
export function checkUpstreams({ id, upstreams, definition }: Space, find: SpaceLookup): void {
  let leaves = 0;
  const follow = (combined: Space['upstreams'], path: string[]) => {
    if (!combined) {
      leaves++;
      return;
    }
    for (const next of combined.ids) {
      const way = [...path, next];
      if (path.includes(next))
        throw invalid(`storage.params.virtualspace leads in a circle: ${way.join(' → ')}`);
      if (path.length > MAX_LEVELS)
        throw invalid(
          `storage.params.virtualspace is nested deeper than ${MAX_LEVELS} levels: ${way.join(' → ')}`,
        );
      const upstream = find(next);
      if (!upstream)
        throw invalid(`storage.params.virtualspace: the space ${JSON.stringify(next)} does not exist`);
      follow(upstream.upstreams, way);
    }
  };
  if (!upstreams) return;
  refuseOwnFeatures(definition);
  follow(upstreams, [id]);
  if (leaves > MAX_LEAVES)
    throw invalid(
      `storage.params.virtualspace leads to ${leaves} spaces, more than the ${MAX_LEAVES} allowed`,
    );
}
