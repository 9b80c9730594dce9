import { isObject, type JsonObject, type SpaceRecord } from '@meridian/store';
import { activityLogsOf } from './activity/listener.ts';
import { upstreamsOf } from './virtual/storage.ts';

/**
 * The member of a stored definition that says which spaces it meant by the ids in it. An id can be used again: a space
 * that is created under the id of a deleted one gets nothing that was configured for that one. It is never shown.
 */
export const BINDINGS = '@bindings';

/** The space of a log that existed when it was configured, and the account that configured it. */
export type LogBinding = { serial?: number; by: string };

export type Bindings = {
  /** Serial numbers of the upstream spaces by id. */
  upstreams?: { readonly [id: string]: number };
  logs?: { readonly [id: string]: LogBinding };
  /** The hub created this space to be a log. */
  isLog?: true;
  /** The definition was set when `enableGlobalVersioning` and `maxVersionCount` had a meaning. */
  globalVersioning?: true;
};

type RecordLookup = (id: string) => SpaceRecord | undefined;

export function bindingsOf({ [BINDINGS]: bindings }: JsonObject): Bindings {
  return isObject(bindings) ? (bindings as Bindings) : {};
}

/** Whether the space that now has the id of an upstream space is the one that was meant. */
export function isBoundUpstream({ definition }: SpaceRecord, upstream: SpaceRecord): boolean {
  const { upstreams = {} } = bindingsOf(definition);
  return !Object.hasOwn(upstreams, upstream.id) || upstreams[upstream.id] === upstream.serial;
}

/** Binds the upstream spaces of a definition to those that have their ids now. */
export function withUpstreams(definition: JsonObject, recordOf: RecordLookup): JsonObject {
  const combined = upstreamsOf(definition);
  if (!combined) return definition;
  const upstreams = Object.fromEntries(
    combined.ids.flatMap((id) => {
      const upstream = recordOf(id);
      return upstream ? [[id, upstream.serial]] : [];
    }),
  );
  return withBindings(definition, { upstreams });
}

/** Binds the logs of a definition to those that have their ids now; `by` tells who answers for each. */
export function withLogs(
  definition: JsonObject,
  recordOf: RecordLookup,
  by: (log: SpaceRecord | undefined) => string,
): JsonObject {
  const targets = activityLogsOf(definition);
  if (targets.length === 0 && bindingsOf(definition).logs === undefined) return definition;
  const logs = Object.fromEntries(
    targets.map(({ spaceId }) => {
      const log = recordOf(spaceId);
      return [spaceId, log ? { serial: log.serial, by: by(log) } : { by: by(undefined) }];
    }),
  );
  return withBindings(definition, { logs });
}

/** Definitions from before there were bindings mean the spaces that are there now; undefined where nothing is to be bound. */
export function withMissingBindings(definition: JsonObject, recordOf: RecordLookup): JsonObject | undefined {
  const bindings = bindingsOf(definition);
  const needsUpstreams = bindings.upstreams === undefined && upstreamsOf(definition) !== undefined;
  const needsLogs = bindings.logs === undefined && activityLogsOf(definition).length > 0;
  if (!needsUpstreams && !needsLogs) return undefined;
  const bound = needsUpstreams ? withUpstreams(definition, recordOf) : definition;
  // Who configured them is not known. The owner of a log that belongs to another account must be allowed to do so.
  return needsLogs
    ? withLogs(bound, recordOf, (log) => (log?.definition ?? definition).owner as string)
    : bound;
}

export function withBindings(definition: JsonObject, more: Bindings): JsonObject {
  return { ...definition, [BINDINGS]: { ...bindingsOf(definition), ...more } };
}
