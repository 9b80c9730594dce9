import { isObject, type JsonObject } from './json/own.ts';

/** The storage of spaces that show the features of others. */
export const VIRTUAL_STORAGE = 'virtualspace';

/** Whether a space of this definition has no features of its own. That never changes. */
export function isVirtual({ storage }: JsonObject): boolean {
  return isObject(storage) && storage.id === VIRTUAL_STORAGE;
}
