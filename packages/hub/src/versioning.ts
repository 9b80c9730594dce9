import type { JsonObject, Versioning } from '@meridian/store';

/** What a definition says is to be kept beside the present; undefined = nothing. */
export function versioningOf({
  enableUUID,
  enableHistory,
  versionsToKeep,
}: JsonObject): Versioning | undefined {
  const uuids = enableUUID === true;
  const wanted = (versionsToKeep as number | undefined) ?? 0;
  if (enableHistory === true || wanted > 1)
    return { uuids, versionsToKeep: wanted > 0 ? wanted : Number.POSITIVE_INFINITY };
  return uuids ? { uuids } : undefined;
}
