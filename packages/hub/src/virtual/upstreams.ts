import {
  Fault,
  type FeatureSource,
  invalid,
  type JsonObject,
  MOST_LEAVES,
  type SpaceRecord,
} from '@meridian/store';
import { isBoundUpstream } from '../bindings.ts';
import { refuseOwnFeatures, upstreamsOf } from './storage.ts';

export type RecordLookup = (id: string) => SpaceRecord | undefined;

/** Virtual spaces of virtual spaces: so many levels may be defined. */
const MOST_LEVELS = 8;
/** Levels that changes further down can add later. Nobody means so many. */
const MOST_LEVELS_EVER = 64;

/** A virtual space with everything it leads to. */
export type Resolved = {
  source: FeatureSource;
  /** The spaces that have the features, in the order in which the source names them. */
  leaves: SpaceRecord[];
  /** Those and the virtual ones between. */
  upstreams: SpaceRecord[];
};

/** Follows a virtual space to its ends; a space that is gone is a fault that names it. */
export function resolveVirtual(record: SpaceRecord, recordOf: RecordLookup): Resolved {
  const leaves: SpaceRecord[] = [];
  const upstreams: SpaceRecord[] = [];
  const follow = (of: SpaceRecord, level: number): FeatureSource => {
    const combined = upstreamsOf(of.definition);
    if (!combined) {
      leaves.push(of);
      return { id: of.id, place: of.place };
    }
    if (level > MOST_LEVELS_EVER || leaves.length > MOST_LEAVES)
      throw invalid(`space ${JSON.stringify(record.id)} leads to too many spaces, or in a circle`);
    const parts = combined.ids.map((id) => {
      const upstream = recordOf(id);
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
  const source = follow(record, 0);
  return { source, leaves, upstreams };
}

/** The spaces from which a space has its features, as far as they are there; one with its own is its own. */
export function existingLeaves(record: SpaceRecord, recordOf: RecordLookup, level = 0): SpaceRecord[] {
  const combined = upstreamsOf(record.definition);
  if (!combined) return [record];
  if (level > MOST_LEVELS_EVER) return [];
  return combined.ids.flatMap((id) => {
    const upstream = recordOf(id);
    return upstream && isBoundUpstream(record, upstream) ? existingLeaves(upstream, recordOf, level + 1) : [];
  });
}

/** For a definition about to be kept: its upstream spaces must exist, must not lead back, and must not be too many. */
export function checkUpstreams(id: string, definition: JsonObject, recordOf: RecordLookup): void {
  let leaves = 0;
  const follow = (upstreams: ReturnType<typeof upstreamsOf>, path: string[]) => {
    if (!upstreams) {
      leaves++;
      return;
    }
    for (const next of upstreams.ids) {
      const way = [...path, next];
      if (path.includes(next))
        throw invalid(`storage.params.virtualspace leads in a circle: ${way.join(' → ')}`);
      if (path.length > MOST_LEVELS)
        throw invalid(
          `storage.params.virtualspace is nested deeper than ${MOST_LEVELS} levels: ${way.join(' → ')}`,
        );
      const upstream = recordOf(next);
      if (!upstream)
        throw invalid(`storage.params.virtualspace: the space ${JSON.stringify(next)} does not exist`);
      follow(upstreamsOf(upstream.definition), way);
    }
  };
  const combined = upstreamsOf(definition);
  if (!combined) return;
  refuseOwnFeatures(definition);
  follow(combined, [id]);
  if (leaves > MOST_LEAVES)
    throw invalid(
      `storage.params.virtualspace leads to ${leaves} spaces, more than the ${MOST_LEAVES} allowed`,
    );
}
