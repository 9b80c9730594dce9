import { Fault } from '../model/fault.ts';
import type { ChangesQuery } from '../model/query/query.ts';
import type { VersionRange } from '../model/results.ts';

/** The version a space is at, the one its history began with and the oldest retained one; null where it keeps none. */
export type StoredVersions = { latest: number; began: number | null; oldest: number | null };

export function versionRange({ latest, began, oldest }: StoredVersions): VersionRange {
  // History that was turned on begins with the next write: until then there is the present.
  if (began === null || oldest === null) return { oldest: latest, oldestChanges: latest + 1, latest };
  return { oldest, oldestChanges: Math.max(oldest, began + 1), latest };
}

/** A fault unless features can be read as they were in this version. */
export function requireVersion({ oldest, latest }: VersionRange, version: number): void {
  if (version < Math.max(1, oldest) || version > latest) throw unknownVersion(version, oldest, latest);
}

/** A fault unless it is known what these versions changed. */
export function requireChanges({ oldestChanges, latest }: VersionRange, { from, to }: ChangesQuery): void {
  for (const version of [from, to])
    if (version < oldestChanges || version > latest) throw unknownVersion(version, oldestChanges, latest);
}

function unknownVersion(version: number, oldest: number, latest: number): Fault {
  const known = latest < oldest || latest === 0 ? 'there is none yet' : `there are ${oldest} to ${latest}`;
  return new Fault('notFound', `version ${version} of the space does not exist: ${known}`);
}
