import {
  type AuditEntry,
  Fault,
  isVirtual,
  type JsonObject,
  type SpaceRecord,
  type SpaceRef,
  type Store,
} from '@meridian/store';
import { indexPaths } from './searchable.ts';

/** Makes room for the features of a new space. Where that fails, nothing of it stays. */
export async function makeTables(store: Store, id: string, definition: JsonObject): Promise<SpaceRef> {
  const ref = await store.catalogue.spaces.reserve(id);
  try {
    await store.features.create(ref, indexPaths(definition), isVirtual(definition));
    return ref;
  } catch (error) {
    await giveBack(store, ref);
    throw error;
  }
}

/** Where that fails too, the reservation stays, and is cleared at the next start. */
async function giveBack(store: Store, ref: SpaceRef): Promise<void> {
  try {
    await removeTables(store, ref);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

/** Frees what a space held that is not, or no longer, in the catalogue. */
export async function removeTables(store: Store, ref: SpaceRef): Promise<void> {
  await store.features.drop(ref);
  await store.catalogue.spaces.forget(ref.storageKey);
}

/** Has the indexes that the definition asks for. Where they can't be changed, it is again what it was before. */
export async function changeIndexes(
  store: Store,
  updated: SpaceRecord,
  before: JsonObject,
  undone: () => AuditEntry,
): Promise<void> {
  try {
    await store.features.defineIndexes(updated, indexPaths(updated.definition));
  } catch (error) {
    await store.catalogue.spaces.update(updated, before, undone());
    throw error;
  }
}
