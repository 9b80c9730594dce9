import type { JsonObject } from '@meridian/store';

export type PluginEntry = { params: JsonObject; path: string };

/** The settings of one processor or listener, which may be there several times. */
export function entriesOf(plugins: JsonObject, field: string, id: string): PluginEntry[] {
  const entries = (Object.hasOwn(plugins, id) ? plugins[id] : undefined) as JsonObject[] | undefined | null;
  return (entries ?? []).map(({ params }, i) => ({
    params: (params ?? {}) as JsonObject,
    path: `${field}.${id}[${i}].params`,
  }));
}
