import {
  type ActivityLogTarget,
  invalid,
  isObject,
  type JsonObject,
  STORAGE_MODES,
  type StorageMode,
  sameJson,
} from '@meridian/store';
import { entriesOf } from '../spaces/plugin-entries.ts';

/** A log as a definition asks for it; `states`: how many entries of a feature are retained, absent = all. */
export type ActivityLogSettings = ActivityLogTarget & { states?: number };

/** The listener, and the other name under which clients send and look for it. */
export const ACTIVITY_LOG = 'activity-log';
const ALIAS = 'activity-log-writer';

/** The logs of a space. */
export function activityLogsOf({ listeners }: JsonObject): readonly ActivityLogSettings[] {
  return isObject(listeners) ? readActivityLogs(listeners) : [];
}

/** Refuses settings that can't be used, when the space is defined. */
function readActivityLogs(listeners: JsonObject): ActivityLogSettings[] {
  const logs = entriesOf(listeners, 'listeners', ACTIVITY_LOG).map(({ params, path }) => {
    const { spaceId, storageMode = 'FULL', states } = params;
    if (typeof spaceId !== 'string')
      throw invalid(`${path}.spaceId must be the id of the space that the log is written into`);
    if (!STORAGE_MODES.includes(storageMode as StorageMode))
      throw invalid(`${path}.storageMode must be one of ${STORAGE_MODES.join(', ')}`);
    if (states != null && !isCount(states))
      throw invalid(
        `${path}.states must be a whole number from 1: so many entries of a feature are retained`,
      );
    return {
      spaceId,
      storageMode: storageMode as StorageMode,
      ...(states == null ? {} : { states }),
    };
  });
  const seen = new Set<string>();
  for (const { spaceId } of logs) {
    if (seen.has(spaceId))
      throw invalid(`listeners.activity-log names the space ${JSON.stringify(spaceId)} twice`);
    seen.add(spaceId);
  }
  return logs;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** A log whose settings name no space gets one of its own: `roads-log` for the space `roads`. */
export function withLogIds(definition: JsonObject, id: string): JsonObject {
  const { listeners } = definition;
  const entries = isObject(listeners) ? listeners[ACTIVITY_LOG] : undefined;
  if (!Array.isArray(entries)) return definition;
  const named = entries.map((entry) => {
    // What is no settings at all is refused where the whole definition is read.
    if (!isObject(entry)) return entry;
    const params = isObject(entry.params) ? entry.params : {};
    return params.spaceId == null ? { ...entry, params: { ...params, spaceId: `${id}-log` } } : entry;
  });
  return { ...definition, listeners: { ...(listeners as JsonObject), [ACTIVITY_LOG]: named } };
}

/**
 * Listeners as sent, under the name they are stored by. Who sends back what was read has the log under both names; the
 * one that differs from what is stored is what they changed.
 */
export function withoutAlias(sent: JsonObject, stored: JsonObject = {}): JsonObject {
  if (!Object.hasOwn(sent, ALIAS)) return sent;
  const { [ALIAS]: alias, ...rest } = sent;
  if (!Object.hasOwn(rest, ACTIVITY_LOG)) return { ...rest, [ACTIVITY_LOG]: alias };
  const log = rest[ACTIVITY_LOG];
  const before = stored[ACTIVITY_LOG] ?? null;
  if (sameJson(alias, log) || sameJson(alias, before)) return rest;
  if (sameJson(log, before)) return { ...rest, [ACTIVITY_LOG]: alias };
  throw invalid(
    `listeners.${ACTIVITY_LOG} and listeners.${ALIAS} are one listener, but their settings differ`,
  );
}

/** Listeners as shown: clients look for the log under either name. */
export function withAlias(listeners: JsonObject): JsonObject {
  const log = listeners[ACTIVITY_LOG];
  return log == null || Object.hasOwn(listeners, ALIAS) ? listeners : { ...listeners, [ALIAS]: log };
}
