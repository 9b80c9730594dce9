import { invalid, isObject, type JsonObject } from '@meridian/store';
import { ACTIVITY_LOG } from '../activity/listener.ts';
import { PROCESSORS } from '../processing.ts';

const KNOWN: Record<string, readonly string[]> = { processors: PROCESSORS, listeners: [ACTIVITY_LOG] };

/** Refuses processors and listeners that do not exist, but for those that the stored definition has already. */
export function refuseUnknownPlugins(definition: JsonObject, stored: JsonObject = {}): void {
  const before = unknownPlugins(stored);
  const [added] = unknownPlugins(definition).filter(
    ({ field, id }) => !before.some((old) => old.field === field && old.id === id),
  );
  if (!added) return;
  const known = KNOWN[added.field]!.map((id) => JSON.stringify(id)).join(', ');
  throw invalid(`${added.field}: there is no ${JSON.stringify(added.id)}; known are ${known}`);
}

/** What a definition names and the hub does not have. It is stored, shown, and does nothing. */
export function unknownPlugins(definition: JsonObject): { field: string; id: string }[] {
  return Object.entries(KNOWN).flatMap(([field, known]) => {
    const plugins = definition[field];
    if (!isObject(plugins)) return [];
    return Object.keys(plugins)
      .filter((id) => plugins[id] !== null && !known.includes(id))
      .map((id) => ({ field, id }));
  });
}
