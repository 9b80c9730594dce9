import type { SpaceTable } from '../catalogue.ts';
import { Fault } from '../model/fault.ts';
import { parseStored } from '../model/json/exact-json.ts';
import type { JsonObject } from '../model/json/own.ts';
import { ask } from '../read/effect.ts';
import { note } from './audit.ts';
import type { CatalogueRows, Rules } from './rows.ts';

/** The spaces of a catalogue. `newStorageKey` makes a name that no space has or had. */
export function spaceRules(
  rows: CatalogueRows,
  newStorageKey: (id: string) => string,
): Rules<Omit<SpaceTable, 'known'>> {
  function* all() {
    const records = yield* ask(() => rows.select('space', [{}]));
    return records.map(({ body, owner: _, ...row }) => ({
      ...row,
      definition: parseStored(body) as JsonObject,
    }));
  }
  return {
    all,
    *reserve(id) {
      const storageKey = newStorageKey(id);
      yield* ask(() => rows.insert('orphan', { storageKey }));
      return { id, storageKey };
    },
    *add({ id, storageKey }, definition, maxOfOwner, entry) {
      const owner = ownerOf(definition);
      if (maxOfOwner !== undefined) {
        const others = yield* ask(() => rows.count('space', { owner }));
        if (others >= maxOfOwner) return 'tooMany';
      }
      const reserved = yield* ask(() => rows.remove('orphan', { storageKey }));
      // Another process took this one for dead, and has removed what was stored under the key.
      if (reserved === 0)
        throw new Fault('unavailable', 'the space could not be created in time; try again', 1);
      const row = { id, storageKey, owner, body: JSON.stringify(definition) };
      const added = yield* ask(() => rows.insert('space', row));
      if (!added) {
        yield* ask(() => rows.insert('orphan', { storageKey }));
        return 'taken';
      }
      yield* note(rows, entry);
      return { serial: added.serial, id, storageKey, definition };
    },
    *update(before, definition, entry) {
      const where = { serial: before.serial, body: JSON.stringify(before.definition) };
      const values = { owner: ownerOf(definition), body: JSON.stringify(definition) };
      const changed = yield* ask(() => rows.update('space', where, values));
      if (changed.length === 1) yield* note(rows, entry);
      return changed.length === 1 ? { ...before, definition } : undefined;
    },
    *remove({ id, storageKey }, entry) {
      const gone = yield* ask(() => rows.remove('space', { id, storageKey }));
      if (gone !== 1) return false;
      yield* ask(() => rows.insert('orphan', { storageKey }));
      yield* note(rows, entry);
      return true;
    },
    *orphans() {
      return (yield* ask(() => rows.select('orphan', [{}]))).map(({ storageKey }) => storageKey);
    },
    *forget(storageKey) {
      yield* ask(() => rows.remove('orphan', { storageKey }));
    },
  };
}

function ownerOf({ owner }: JsonObject): string | null {
  return typeof owner === 'string' ? owner : null;
}
