import { isObject, type JsonObject } from '@meridian/store';

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

/** Only the hub writes this member. */
export function bindingsOf({ [BINDINGS]: bindings }: JsonObject): Bindings {
  return isObject(bindings) ? (bindings as Bindings) : {};
}

export function withBindings(definition: JsonObject, more: Bindings): JsonObject {
  return { ...definition, [BINDINGS]: { ...bindingsOf(definition), ...more } };
}
