import type { CallOptions } from './connection.ts';
import type { FeatureCollection } from './geojson.ts';
import type { View } from './query.ts';

/** What one write changed, in a space with history. */
export type Changeset = {
  type: 'Changeset';
  /** When it was made, in milliseconds since 1970; absent where the hub has not noted that. */
  createdAt?: number;
  inserted: FeatureCollection;
  updated: FeatureCollection;
  deleted: FeatureCollection;
};

export type ChangesetPage = {
  type: 'ChangesetCollection';
  startVersion: number;
  endVersion: number;
  /** By version. */
  versions: Record<string, Changeset>;
  nextPageToken?: string;
};

/** Both bounds belong to it. */
export type VersionRange = { startVersion?: number; endVersion?: number };

export type ChangesetOptions = VersionRange &
  View &
  CallOptions & {
    /** Features per request. */
    pageSize?: number;
    /** Asks at `history`, as hubs of the old service have it. */
    isOldPath?: boolean;
  };

export type VersionChanges = Changeset & { version: number };

/** The changesets of pages, each as a whole: where a page cuts one, its parts are put together again. */
export async function* wholeVersions(
  pages: AsyncIterable<ChangesetPage>,
): AsyncGenerator<VersionChanges, void, undefined> {
  let open: VersionChanges | undefined;
  for await (const { versions } of pages)
    for (const [name, changeset] of Object.entries(versions)) {
      const version = Number(name);
      if (open?.version === version) append(open, changeset);
      else {
        if (open) yield open;
        open = { ...changeset, version };
      }
    }
  if (open) yield open;
}

function append(open: Changeset, { inserted, updated, deleted }: Changeset): void {
  // One by one: a page may hold more features than a call takes arguments.
  for (const feature of inserted.features) open.inserted.features.push(feature);
  for (const feature of updated.features) open.updated.features.push(feature);
  for (const feature of deleted.features) open.deleted.features.push(feature);
}
