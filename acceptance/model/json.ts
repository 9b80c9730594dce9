export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own members only: `__proto__` and `constructor` are names like any other. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => member(inner, name), value);
}

export function without(object: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** One text per value: member order and the spelling of numbers do not count, everything else does. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${members.sort().join(',')}}`;
}

export function same(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other);
}

/** The patch rule: objects merge member by member, null removes, arrays and scalars replace. */
export function merge(stored: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(stored) ? stored : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merge(members.get(name), value));
  }
  return Object.fromEntries(members);
}
