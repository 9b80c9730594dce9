import type { Space, SpaceInput } from '@meridian/client';

/** What the hub that has a space says of it itself. */
const OF_THE_HUB = ['owner', 'cid', 'createdAt', 'updatedAt', 'contentUpdatedAt', 'rights'];
const VERSIONING = [
  'enableUUID',
  'enableHistory',
  'versionsToKeep',
  'enableGlobalVersioning',
  'maxVersionCount',
];
const KNOWN = {
  processors: ['rule-tagger', 'schema-validator'],
  listeners: ['activity-log', 'activity-log-writer'],
};

/**
 * What a space is created with, and what it gets once its features are there, each for itself. `unknown` names what the target
 * does not have and stores all the same.
 */
export type SplitDefinition = {
  create: SpaceInput & { id: string; title: string };
  versioning: SpaceInput;
  finish: { change: SpaceInput; unknown?: string }[];
  /** Ids of the spaces that it is made of. */
  upstream: string[];
  leftOut: { what: string; why: string }[];
};

/**
 * Processors would change features that were copied, logs would record them, and a space that is read only takes none:
 * they come last.
 */
export function splitDefinition(space: Space): SplitDefinition {
  const { id, title, storage, processors, listeners, readOnly, import: imports, ...rest } = space;
  const leftOut: SplitDefinition['leftOut'] = [];
  const upstream = upstreamOf(storage);
  if (storage !== undefined && upstream.length === 0)
    leftOut.push({ what: 'storage', why: 'features are in the storage of this hub' });
  if (imports !== undefined)
    leftOut.push({
      what: 'import',
      why: 'passwords and keys of its source are not shown: set it again on this hub',
    });
  const others = Object.entries(rest).filter(([name]) => ![...OF_THE_HUB, ...VERSIONING].includes(name));
  const plugins = [...pluginsOf('processors', processors), ...pluginsOf('listeners', listeners)];
  return {
    create: {
      ...Object.fromEntries(others),
      id,
      title: title || id,
      ...(upstream.length > 0 ? { storage } : {}),
    },
    versioning: Object.fromEntries(Object.entries(rest).filter(([name]) => VERSIONING.includes(name))),
    finish: [...plugins, ...(readOnly ? [{ change: { readOnly } }] : [])],
    upstream,
    leftOut,
  };
}

/** `{id: 'virtualspace', params: {virtualspace: {group: ['a', 'b']}}}` → `['a', 'b']` */
function upstreamOf(storage: unknown): string[] {
  const { id, params } = (storage ?? {}) as { id?: string; params?: { virtualspace?: object } };
  return id === 'virtualspace' ? Object.values(params?.virtualspace ?? {}).flat() : [];
}

/** Sent as a map or as a list, they come out one by one: what is refused keeps no other from being taken. */
function pluginsOf(kind: keyof typeof KNOWN, sent: unknown): SplitDefinition['finish'] {
  const entries: [id: string, entry: unknown][] = Array.isArray(sent)
    ? sent.map((entry: { id: string }) => [entry.id, [entry]])
    : Object.entries((sent ?? {}) as object);
  // Both names of a log say the same.
  const names = entries.map(([id]) => id);
  return entries.flatMap(([id, entry]) => {
    if (id === 'activity-log-writer' && names.includes('activity-log')) return [];
    const change = { [kind]: { [id]: entry } };
    return [KNOWN[kind].includes(id) ? { change } : { change, unknown: `${kind}.${id}` }];
  });
}

/** Spaces that others are made of come first; what goes round in circles, or needs what is not there, is not in it. */
export function inOrder<T extends { upstream: readonly string[]; create: { id: string } }>(
  definitions: readonly T[],
  there: readonly string[] = [],
): T[] {
  const known = new Set(there);
  const ordered: T[] = [];
  for (let left = [...definitions], before = -1; left.length !== before; ) {
    before = left.length;
    left = left.filter((one) => {
      if (!one.upstream.every((id) => known.has(id))) return true;
      known.add(one.create.id);
      ordered.push(one);
      return false;
    });
  }
  return ordered;
}

export function keepsHistory({ enableHistory, enableGlobalVersioning, ...counts }: SpaceInput): boolean {
  const isOn = [enableHistory, enableGlobalVersioning].some((value) => value === true || value === 'true');
  const { versionsToKeep, maxVersionCount } = counts as { versionsToKeep?: number; maxVersionCount?: number };
  return isOn || Number(versionsToKeep ?? 0) > 1 || Number(maxVersionCount ?? 0) > 1;
}
