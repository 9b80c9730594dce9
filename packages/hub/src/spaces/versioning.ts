import type { JsonObject, Versioning } from '@meridian/store';
import { bindingsOf } from './bindings.ts';

/** What a definition says is to be stored beside the present; undefined = nothing. */
export function versioningOf(definition: JsonObject): Versioning | undefined {
  const { enableUUID, enableHistory } = definition;
  const isGlobal = definition.enableGlobalVersioning === true && hasGlobalVersioning(definition);
  const uuids = enableUUID === true || isGlobal;
  const max = maxVersions(definition);
  if (enableHistory === true || isGlobal || max > 1)
    return { uuids, versionsToKeep: max > 0 ? max : Number.POSITIVE_INFINITY };
  return uuids ? { uuids } : undefined;
}

/** 0 where nothing is said. */
function maxVersions(definition: JsonObject): number {
  const { versionsToKeep, maxVersionCount } = definition;
  if (typeof versionsToKeep === 'number' && versionsToKeep > 0) return versionsToKeep;
  if (typeof maxVersionCount !== 'number' || !hasGlobalVersioning(definition)) return 0;
  return maxVersionCount < 0 ? Number.POSITIVE_INFINITY : maxVersionCount;
}

/** In definitions from before they meant anything, these members mean nothing until the definition is changed. */
function hasGlobalVersioning(definition: JsonObject): boolean {
  return bindingsOf(definition).globalVersioning === true;
}
