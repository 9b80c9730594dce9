import type { FeatureCollection } from './geojson.ts';

/** What one write changed, in a space that keeps its history. */
export type Changeset = {
  type: 'Changeset';
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
