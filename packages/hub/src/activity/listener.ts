import {
  type ActivityLogTarget,
  invalid,
  type JsonObject,
  STORAGE_MODES,
  type StorageMode,
} from '@meridian/store';
import { entriesOf } from '../plugin-entries.ts';

/** A log as a definition asks for it; `states`: so many entries of a feature are kept, absent = all. */
export type ActivityLogSettings = ActivityLogTarget & { states?: number };

const known = new WeakMap<JsonObject, readonly ActivityLogSettings[]>();
const NONE: readonly ActivityLogSettings[] = [];

/** The logs of a space. */
export function activityLogsOf(definition: JsonObject): readonly ActivityLogSettings[] {
  if (definition.listeners === undefined) return NONE;
  if (!known.has(definition)) known.set(definition, readActivityLogs(definition.listeners as JsonObject));
  return known.get(definition)!;
}

/** Refuses settings that can't be used, when the space is defined; listeners of other names are only kept. */
export function readActivityLogs(listeners: JsonObject): ActivityLogSettings[] {
  const logs = entriesOf(listeners, 'listeners', 'activity-log').map(({ params, path }) => {
    const { spaceId, storageMode = 'FULL', states } = params;
    if (typeof spaceId !== 'string')
      throw invalid(`${path}.spaceId must be the id of the space that the log is written into`);
    if (!STORAGE_MODES.includes(storageMode as StorageMode))
      throw invalid(`${path}.storageMode must be one of ${STORAGE_MODES.join(', ')}`);
    if (states != null && !(Number.isSafeInteger(states) && (states as number) > 0))
      throw invalid(`${path}.states must be a whole number from 1: so many entries of a feature are kept`);
    return {
      spaceId,
      storageMode: storageMode as StorageMode,
      ...(states == null ? {} : { states: states as number }),
    };
  });
  const twice = logs.find(({ spaceId }, i) => logs.findIndex((log) => log.spaceId === spaceId) < i);
  if (twice) throw invalid(`listeners.activity-log names the space ${JSON.stringify(twice.spaceId)} twice`);
  return logs;
}
