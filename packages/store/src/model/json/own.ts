import { isRawNumber } from './exact-json.ts';

export type JsonObject = { [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Looks a name up as an own member: `constructor` and `__proto__` are names like any other. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member as data; a plain assignment to `__proto__` would change the prototype. */
export function setOwn(object: JsonObject, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}

/** The value at a path of own members; undefined where there is none. Array indexes are not supported. */
export function valueAt(object: JsonObject, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const name of path) {
    if (!isObject(value)) return undefined;
    value = own(value, name);
  }
  return value;
}

/**
 * Recursive merge: objects merge key by key, null removes, arrays and scalars replace.
 * mergePatch({a:{b:1,c:2}}, {a:{b:null,d:3}}) → {a:{c:2,d:3}}
 */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = { ...target };
  for (const name of Object.keys(patch)) {
    const value = patch[name];
    const before = own(merged, name);
    if (value === null) delete merged[name];
    else if (isObject(value)) setOwn(merged, name, mergePatch(isObject(before) ? before : {}, value));
    else setOwn(merged, name, value);
  }
  return merged;
}

/** Equal as JSON values: the order of members does not matter, the order of elements does. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isRawNumber(a) || isRawNumber(b))
    // Digits are kept where no plain number has the same value.
    return isRawNumber(a) && isRawNumber(b) && a.rawJSON === b.rawJSON;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => sameJson(value, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}
