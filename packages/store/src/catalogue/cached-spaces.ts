import type { SpaceRecord, SpaceTable } from '../catalogue.ts';

/** Keeps all spaces in memory. No other process writes this catalogue, so every change passes here. */
export async function rememberSpaces(table: Omit<SpaceTable, 'known'>): Promise<SpaceTable> {
  const known = new Map<string, SpaceRecord>();
  const fill = async () => {
    const records = await table.all();
    known.clear();
    for (const record of records) known.set(record.id, record);
  };
  /** After a failure the change may have happened all the same. */
  const surely = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } catch (error) {
      await fill();
      throw error;
    }
  };
  await fill();
  return {
    ...table,
    known,
    async add(storageKey, definition, maxOfOwner) {
      const added = await surely(table.add(storageKey, definition, maxOfOwner));
      if (typeof added !== 'string') known.set(added.id, added);
      return added;
    },
    async update(before, definition) {
      const updated = await surely(table.update(before, definition));
      if (updated) known.set(updated.id, updated);
      return updated;
    },
    async remove(storageKey) {
      const removed = await surely(table.remove(storageKey));
      if (removed) known.delete(storageKey.id);
      return removed;
    },
  };
}
