import { type Changeset, type ChangesetPage, type Feature, MeridianError, NAMESPACE } from '@meridian/client';
import { call, hub } from '../api/call.ts';
import { featuresAt } from './versions.ts';

export const CHANGE_KINDS = ['inserted', 'updated', 'deleted'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What a version of a space did, in numbers. */
export type SpaceVersion = {
  version: number;
  /** Unknown where an older hub only deleted features. */
  at: number | undefined;
  counts: Record<ChangeKind, number>;
  /** Whether there are more than are counted. */
  hasMore: boolean;
};

export type SpaceVersions = { versions: SpaceVersion[]; before: number };

/** A feature as a version made it (or as it was until then, if it was deleted), and as it was before. */
export type ChangedFeature = { kind: ChangeKind; id: string; before?: Feature; after?: Feature };
export type VersionDetail = { features: ChangedFeature[]; hasMore: boolean };

/** So many versions are listed at once. */
const PAGE = 10;
/** So many features of each are counted, and so many are shown of the one that is looked at. */
const MAX_COUNTED = 20;
export const MAX_FEATURES = 100;

/** Versions of a space from one downward, until those that are not retained; without one, from the latest. */
export async function listVersions(space: string, upTo?: number): Promise<SpaceVersions> {
  const last = upTo ?? (await hub().features(space).statistics()).maxVersion?.value ?? 0;
  const numbers = Array.from({ length: PAGE }, (_, index) => last - index).filter((version) => version >= 1);
  const found = await Promise.all(
    numbers.map(async (version) => {
      const page = await changesOf(space, version, MAX_COUNTED);
      return page && summaryOf(version, page.changes, page.hasMore);
    }),
  );
  const versions = found.filter((one) => one !== undefined);
  return { versions, before: versions.length < PAGE ? 0 : last - PAGE };
}

export async function readVersion(space: string, version: number): Promise<VersionDetail | undefined> {
  const page = await changesOf(space, version, MAX_FEATURES);
  if (!page) return undefined;
  const { inserted, updated, deleted } = page.changes;
  const ids = updated.features.map(({ id }) => id);
  const was = new Map(
    ids.length === 0 || version === 1
      ? []
      : (await featuresAt(space, ids, version - 1)).map((feature) => [feature.id, feature]),
  );
  return {
    features: [
      ...updated.features.map((after): ChangedFeature => {
        const before = was.get(after.id);
        return { kind: 'updated', id: after.id, after, ...(before ? { before } : {}) };
      }),
      ...deleted.features.map((before): ChangedFeature => ({ kind: 'deleted', id: before.id, before })),
      ...inserted.features.map((after): ChangedFeature => ({ kind: 'inserted', id: after.id, after })),
    ],
    hasMore: page.hasMore,
  };
}

type Changes = { changes: Changeset; hasMore: boolean };

/** Undefined where the version is not retained. */
async function changesOf(space: string, version: number, limit: number): Promise<Changes | undefined> {
  const path = `/hub/spaces/${encodeURIComponent(space)}/changesets?startVersion=${version}&endVersion=${version}&limit=${limit}`;
  try {
    const { versions, nextPageToken } = await call<ChangesetPage>({ path });
    const changes = versions[version];
    return changes && { changes, hasMore: nextPageToken !== undefined };
  } catch (error) {
    if (error instanceof MeridianError && error.status === 404) return undefined;
    throw error;
  }
}

function summaryOf(version: number, changes: Changeset, hasMore: boolean): SpaceVersion {
  return {
    version,
    at: changes.createdAt ?? timeOfFeatures(changes),
    counts: {
      inserted: changes.inserted.features.length,
      updated: changes.updated.features.length,
      deleted: changes.deleted.features.length,
    },
    hasMore,
  };
}

/** Of a version whose time the hub has not noted. */
function timeOfFeatures({ inserted, updated }: Changeset): number | undefined {
  const times = [...inserted.features, ...updated.features].map(
    ({ properties }) => properties[NAMESPACE]?.updatedAt ?? 0,
  );
  return times.length === 0 ? undefined : times.reduce((latest, time) => Math.max(latest, time));
}
