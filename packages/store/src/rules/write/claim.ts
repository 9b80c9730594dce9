import { NAMESPACE } from '../../model/feature/feature.ts';
import type { FeatureInput } from '../../model/feature/read-input.ts';
import type { StateName, StoredRow } from './feature-table.ts';
import type { BodyContent, WriteEntry } from './read-body.ts';
import type { Versioning } from './write-request.ts';

/**
 * The state a write is based on, as far as this space knows such names. What came out of another space says nothing
 * about this one, so features can be copied as they are.
 */
export function claimOf(
  { claim }: FeatureInput,
  space: string,
  { uuids, versionsToKeep }: Versioning,
): StateName | undefined {
  if (!claim || (claim.space != null && claim.space !== space)) return undefined;
  const name: StateName = {};
  if (uuids && claim.uuid != null) name.uuid = claim.uuid as string;
  if (versionsToKeep !== undefined && claim.version != null) name.version = claim.version as number;
  return name.uuid === undefined && name.version === undefined ? undefined : name;
}

/** Turns entries whose claim can't be one into refused ones. */
export function checkClaims(content: BodyContent, space: string, versioning: Versioning): BodyContent {
  const modifications = content.modifications.map((modification) => ({
    ...modification,
    entries: modification.entries.map((entry) => checkClaim(entry, space, versioning)),
  }));
  return { ...content, modifications };
}

function checkClaim(entry: WriteEntry, space: string, versioning: Versioning): WriteEntry {
  const claim = entry.input && claimOf(entry.input, space, versioning);
  if (!claim) return entry;
  const { position, id } = entry;
  const path = `properties.${NAMESPACE}`;
  if (claim.uuid !== undefined && typeof claim.uuid !== 'string')
    return { position, id, message: `${path}.uuid must be a string` };
  if (claim.version !== undefined && !(Number.isSafeInteger(claim.version) && claim.version >= 0))
    return { position, id, message: `${path}.version must be a whole number` };
  return entry;
}

/** Whether the feature has changed since. A version that is still to come can't be what anything is based on. */
export function isStale({ uuid, version }: StateName, { marks }: StoredRow, nextVersion: number): boolean {
  if (uuid !== undefined && uuid !== marks.uuid) return true;
  return version !== undefined && (version < (marks.version ?? 0) || version >= nextVersion);
}

/** A client that names the state it knows wants to hear which one that was. */
export function changedMeanwhile(id: string, { uuid, version }: StateName, before: StoredRow): string {
  const { marks } = before;
  const based = uuid === undefined ? `version ${version}` : `uuid ${JSON.stringify(uuid)}`;
  const now = uuid === undefined ? marks.version : marks.uuid;
  const current = now === undefined ? '' : `; it is at ${JSON.stringify(now)} now`;
  return `feature ${JSON.stringify(id)} has changed since ${based}, which the request is based on${current}`;
}
