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
    async add(ref, definition, maxOfOwner, entry) {
      const added = await surely(table.add(ref, definition, maxOfOwner, entry));
      if (typeof added !== 'string') known.set(added.id, added);
      return added;
    },
    async update(before, definition, entry) {
      const updated = await surely(table.update(before, definition, entry));
      if (updated) known.set(updated.id, updated);
      return updated;
    },
    async remove(ref, entry) {
      const removed = await surely(table.remove(ref, entry));
      if (removed) known.delete(ref.id);
      return removed;
    },
  };
}
