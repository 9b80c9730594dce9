import { NAMESPACE } from '../../model/feature/feature.ts';
import type { FeatureInput } from '../../model/feature/read-input.ts';
import type { BodyContent, WriteEntry } from './body-content.ts';
import type { StateName, StoredRow } from './feature-table.ts';
import type { Versioning } from './write-request.ts';

/**
 * The state a write is based on, as far as this space knows such names. What came out of another space says nothing
 * about this one, so features can be copied as they are.
 */
export function baseRevisionOf(
  { baseRevision }: FeatureInput,
  space: string,
  { uuids, versionsToKeep }: Versioning,
): StateName | undefined {
  if (!baseRevision || (baseRevision.space != null && baseRevision.space !== space)) return undefined;
  const name: StateName = {};
  if (uuids && baseRevision.uuid != null) name.uuid = baseRevision.uuid as string;
  if (versionsToKeep !== undefined && baseRevision.version != null)
    name.version = baseRevision.version as number;
  return name.uuid === undefined && name.version === undefined ? undefined : name;
}

/** Turns entries whose base revision is malformed into refused ones. */
export function checkBaseRevisions(content: BodyContent, space: string, versioning: Versioning): BodyContent {
  const modifications = content.modifications.map((modification) => ({
    ...modification,
    entries: modification.entries.map((entry) => checkBaseRevision(entry, space, versioning)),
  }));
  return { ...content, modifications };
}

function checkBaseRevision(entry: WriteEntry, space: string, versioning: Versioning): WriteEntry {
  const baseRevision = entry.input && baseRevisionOf(entry.input, space, versioning);
  if (!baseRevision) return entry;
  const { position, id } = entry;
  const path = `properties.${NAMESPACE}`;
  if (baseRevision.uuid !== undefined && typeof baseRevision.uuid !== 'string')
    return { position, id, message: `${path}.uuid must be a string` };
  if (
    baseRevision.version !== undefined &&
    !(Number.isSafeInteger(baseRevision.version) && baseRevision.version >= 0)
  )
    return { position, id, message: `${path}.version must be a whole number` };
  return entry;
}

/** Whether the feature has changed since. A version that is still to come can't be what anything is based on. */
export function isStale({ uuid, version }: StateName, { revision }: StoredRow, nextVersion: number): boolean {
  if (uuid !== undefined && uuid !== revision.uuid) return true;
  return version !== undefined && (version < (revision.version ?? 0) || version >= nextVersion);
}

/** A client that names the state it knows wants to hear which one that was. */
export function changedMeanwhile(id: string, { uuid, version }: StateName, before: StoredRow): string {
  const { revision } = before;
  const based = uuid === undefined ? `version ${version}` : `uuid ${JSON.stringify(uuid)}`;
  const now = uuid === undefined ? revision.version : revision.uuid;
  const current = now === undefined ? '' : `; it is at ${JSON.stringify(now)} now`;
  return `feature ${JSON.stringify(id)} has changed since ${based}, which the request is based on${current}`;
}
