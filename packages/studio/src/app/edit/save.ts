import { type Feature, MeridianError, NAMESPACE } from '@meridian/client';
import { call, hub } from '../api/call.ts';
import { type Changes, type Draft, toFeature } from './draft.ts';

/** A feature that somebody else has changed meanwhile; `theirs` is absent if it was deleted. */
export type Conflict = { mine: Draft; theirs?: Feature };

const LIST_TYPE = 'application/vnd.here.feature-modification-list';

/** Which of the changes are made to something that is not as it was. */
export async function findConflicts(space: string, changes: Changes): Promise<Conflict[]> {
  // What is created again after it was deleted is based on something that is not there.
  const opened = [...changes.values()].filter(({ base, kind }) => base && kind !== 'created');
  if (opened.length === 0) return [];
  const found = await hub()
    .features(space)
    .getMany(opened.map(({ id }) => id));
  const theirs = new Map(found.map((feature) => [feature.id, feature]));
  return opened.flatMap((mine) => {
    const now = theirs.get(mine.id);
    if (!now) return mine.kind === 'deleted' ? [] : [{ mine }];
    return updatedAt(now) === updatedAt(mine.base!) ? [] : [{ mine, theirs: now }];
  });
}

function updatedAt({ properties }: Feature): number | undefined {
  return properties[NAMESPACE]?.updatedAt;
}

/** Saves all changes in one request: all of them, or none. Returns the features as they are now. */
export async function saveChanges(space: string, changes: Changes): Promise<Feature[]> {
  const drafts = [...changes.values()];
  const created = drafts.filter(({ kind }) => kind === 'created');
  const changed = drafts.filter(({ kind }) => kind === 'changed');
  const deleted = drafts.filter(({ kind }) => kind === 'deleted');
  const write = (features: Draft[], onFeatureExists: string) => ({
    type: 'FeatureModification',
    featureData: { type: 'FeatureCollection', features: features.map(toFeature) },
    onFeatureNotExists: 'create',
    onFeatureExists,
  });
  const { features } = await call<{ features: Feature[] }>({
    method: 'POST',
    path: `/hub/spaces/${encodeURIComponent(space)}/features?transactional=true`,
    contentType: LIST_TYPE,
    body: {
      type: 'FeatureModificationList',
      modifications: [
        // A new id that is taken must not replace what has it.
        ...(created.length > 0 ? [write(created, 'error')] : []),
        ...(changed.length > 0 ? [write(changed, 'replace')] : []),
        ...(deleted.length > 0
          ? [
              {
                type: 'FeatureModification',
                featureIds: deleted.map(({ id }) => id),
                onFeatureNotExists: 'retain',
                onFeatureExists: 'delete',
              },
            ]
          : []),
      ],
    },
  });
  return features;
}

export function isConflict(error: unknown): boolean {
  return error instanceof MeridianError && error.status === 409;
}
