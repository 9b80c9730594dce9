import type { SpaceRecord } from '../../catalogue.ts';
import type { FeatureStore, FeatureStream } from '../../feature-store.ts';
import { type Fault, missing } from '../../model/fault.ts';
import { damaged } from '../../model/storage-fault.ts';
import { isMissingTable } from './faults.ts';

/**
 * The same store, which tells a space whose tables were lost apart from one that was deleted: both have no tables, but only the
 * one is still in the catalogue. The calls that concern one space begin with it.
 */
export function tellMissingTables<S extends FeatureStore>(
  features: S,
  known: ReadonlyMap<string, SpaceRecord>,
): S {
  return new Proxy(features, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const rethrow = (error: unknown): never => {
          if (!isMissingTable(error)) throw error;
          throw isKnown(args[0], known) ? lost() : missing();
        };
        const result: unknown = Reflect.apply(member, target, args);
        if (result instanceof Promise) return result.catch(rethrow);
        return isStream(result) ? withFaults(result, rethrow) : result;
      };
    },
  });
}

async function* withFaults(stream: FeatureStream, rethrow: (error: unknown) => never): FeatureStream {
  try {
    return yield* stream;
  } catch (error) {
    return rethrow(error);
  }
}

function isStream(value: unknown): value is FeatureStream {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isKnown(space: unknown, known: ReadonlyMap<string, SpaceRecord>): boolean {
  if (typeof space !== 'object' || space === null || !('id' in space) || !('storageKey' in space))
    return false;
  return known.get(String(space.id))?.storageKey === space.storageKey;
}

function lost(): Fault {
  return damaged(
    'the table that this is stored in is missing. Other spaces are not concerned. Restore it from a backup, or delete the space',
  );
}
