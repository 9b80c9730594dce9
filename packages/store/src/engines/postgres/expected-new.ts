import type { PreparedWrite } from './prepared-write.ts';

/** A feature that was taken for new was there already: what was decided about it is void. */
export class NotNew extends Error {}

/**
 * Whether a write may be carried out as if none of its features were there. Each of them is then inserted, so that the index of
 * ids refuses the commit where one was there after all. Not so where one could be answered without being inserted: as too
 * many, as refused by a rule, or because another one is wrong.
 */
export function insertsAll(write: PreparedWrite): boolean {
  if (write.kind !== 'write' || write.fault) return false;
  const { request, body } = write;
  const { transactional, dryRun, verdicts, ifMatch, versioning, activityLogs, rights, limits } = request;
  if (transactional || dryRun || verdicts || ifMatch || versioning || activityLogs) return false;
  return (
    rights.create &&
    limits.maxFeaturesInSpace === undefined &&
    body.modifications.every(({ rule, ids }) => rule.onNotExists === 'create' && ids.length === 0)
  );
}

const MAX_NOTED = 1000;

/** Spaces whose loads have brought features again: their ids are looked up. */
export class RepeatingLoads {
  readonly #storageKeys = new Set<string>();

  has(storageKey: string): boolean {
    return this.#storageKeys.has(storageKey);
  }

  add(storageKey: string): void {
    if (this.#storageKeys.size >= MAX_NOTED) this.#storageKeys.clear();
    this.#storageKeys.add(storageKey);
  }
}
