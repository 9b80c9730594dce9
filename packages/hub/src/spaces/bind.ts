import type { JsonObject } from '@meridian/store';
import { type Bindings, withBindings } from './bindings.ts';
import type { Space, SpaceLookup } from './space.ts';

/** Whether the space that now has the id of an upstream space is the one that was meant. */
export function isBoundUpstream({ bindings: { upstreams = {} } }: Space, upstream: Space): boolean {
  return !Object.hasOwn(upstreams, upstream.id) || upstreams[upstream.id] === upstream.serial;
}

/** The upstream spaces of a definition as those that have their ids now. */
export function boundUpstreams({ upstreams }: Space, find: SpaceLookup): Bindings {
  if (!upstreams) return {};
  const found = upstreams.ids.flatMap((id) => {
    const upstream = find(id);
    return upstream ? [[id, upstream.serial]] : [];
  });
  return { upstreams: Object.fromEntries(found) };
}

/** The logs of a definition as those that have their ids now; `by` tells who answers for each. */
export function boundLogs(
  { activityLogs, bindings }: Space,
  find: SpaceLookup,
  by: (log: Space | undefined) => string,
): Bindings {
  if (activityLogs.length === 0 && bindings.logs === undefined) return {};
  const logs = activityLogs.map(({ spaceId }) => {
    const log = find(spaceId);
    return [spaceId, log ? { serial: log.serial, by: by(log) } : { by: by(undefined) }];
  });
  return { logs: Object.fromEntries(logs) };
}

/** Definitions from before there were bindings mean the spaces that are there now; undefined where nothing is to be bound. */
export function withMissingBindings(space: Space, find: SpaceLookup): JsonObject | undefined {
  const { bindings, upstreams, activityLogs, owner, definition } = space;
  const needsUpstreams = bindings.upstreams === undefined && upstreams !== undefined;
  const needsLogs = bindings.logs === undefined && activityLogs.length > 0;
  if (!needsUpstreams && !needsLogs) return undefined;
  return withBindings(definition, {
    ...(needsUpstreams ? boundUpstreams(space, find) : {}),
    // Who configured them is not known. The owner of a log that belongs to another account must be allowed to do so.
    ...(needsLogs ? boundLogs(space, find, (log) => log?.owner ?? owner) : {}),
  });
}
