import type { SpaceRef } from '../../model/source.ts';
import { type HeldSpace, holdSpace } from './held-space.ts';
import type { Session } from './session.ts';
import { createDeferrableIndexes, deferrableIndexes } from './space-table.ts';
import { tableOf } from './table-name.ts';
import type { WrittenRow } from './write-rows.ts';

/** So much text in the first commit of an empty space begins a load. */
const LOAD_CHARS = 256 * 1024;

/** No read looks at more text than this for want of an index: what is loaded beyond it is indexed row by row. */
const MAX_DEFERRED_BYTES = 256 * 1024 * 1024;

/** A space that is written to all the time gets its indexes after so long. */
const MAX_DEFERRED_MS = 60_000;

/** A load has ended when nothing has been written between two looks. */
export const LOOK_EVERY_MS = 500;

/** Longer than autovacuum takes to give way. Writes of the space wait meanwhile. */
const LOCK_WITHIN_MS = 2000;

/**
 * Makes ready for rows that are about to be added. Where they are the first of a load, the indexes on geometries and tags are
 * left out until it ends: made at once they cost a third of what they cost row by row. Where the load has become too long
 * for reads to do without them, they are made now. Gives whether they are left out.
 */
export async function prepareLoad(
  session: Session,
  storageKey: string,
  { count, bytes, indexesDeferred }: HeldSpace['content'],
  written: readonly WrittenRow[],
): Promise<boolean> {
  // On Citus, statements that change a table do not go together with filling it.
  if (session.hasCitus) return false;
  if (!indexesDeferred) return count === 0 && isLoad(written) && defer(session, storageKey);
  return bytes <= MAX_DEFERRED_BYTES || makeDeferred(session, storageKey);
}

function isLoad(written: readonly WrittenRow[]): boolean {
  return written.reduce((chars, { row }) => chars + row.text.length, 0) >= LOAD_CHARS;
}

/** Where somebody else has locked the table, such as `pg_dump`, its indexes stay. */
function defer(session: Session, storageKey: string): Promise<boolean> {
  const names = Object.values(deferrableIndexes(storageKey)).join(', ');
  return change(session, storageKey, [
    `LOCK TABLE ${tableOf(storageKey)} IN ACCESS EXCLUSIVE MODE NOWAIT`,
    `DROP INDEX IF EXISTS ${names}`,
    `UPDATE content SET indexes_deferred = true WHERE place = '${storageKey}'`,
  ]);
}

/** Where somebody else, such as VACUUM, has the table and does not give it up, they stay away until the next try. */
function makeDeferred(session: Session, storageKey: string): Promise<boolean> {
  return change(session, storageKey, [
    `SET LOCAL lock_timeout = ${LOCK_WITHIN_MS}`,
    `LOCK TABLE ${tableOf(storageKey)} IN SHARE MODE`,
    ...createDeferrableIndexes(storageKey),
    `UPDATE content SET indexes_deferred = false WHERE place = '${storageKey}'`,
  ]);
}

/**
 * In the transaction that holds the space: all of the statements, or none where a lock can't be had. Gives whether indexes are
 * deferred then.
 */
async function change(session: Session, storageKey: string, statements: readonly string[]): Promise<boolean> {
  const [found] = await session.script([
    `DO $$ BEGIN ${statements.join('; ')}; EXCEPTION WHEN lock_not_available THEN NULL; END $$`,
    `SELECT indexes_deferred AS "isDeferred" FROM content WHERE place = '${storageKey}'`,
  ]);
  return (found as [{ isDeferred: boolean }])[0].isDeferred;
}

/** Has the indexes of a space made that a read would be cheaper with. */
export async function makeDeferredIndexes(session: Session, space: SpaceRef): Promise<void> {
  await holdSpace(session, space, async ({ content }) => {
    if (content.indexesDeferred) await makeDeferred(session, space.storageKey);
  });
}

/** Looks for the end of loads; any of the processes that write a space may be the one to see it. */
export class LoadEnds {
  readonly #maxMs: number;
  /** When spaces were first looked at, and their content versions of the last look. */
  readonly #looks = new Map<string, { first: number; version: number }>();

  constructor(maxMs = MAX_DEFERRED_MS) {
    this.#maxMs = maxMs;
  }

  /** In how many milliseconds to look again; 0 when the indexes are there. */
  async step(session: Session, space: SpaceRef): Promise<number> {
    const { storageKey } = space;
    const dueIn = await holdSpace(session, space, async ({ content: { version, indexesDeferred } }) => {
      if (!indexesDeferred) return 0;
      const now = performance.now();
      const last = this.#looks.get(storageKey);
      const first = last?.first ?? now;
      this.#looks.set(storageKey, { first, version });
      if (last?.version !== version && now - first < this.#maxMs) return LOOK_EVERY_MS;
      return (await makeDeferred(session, storageKey)) ? LOOK_EVERY_MS : 0;
    });
    if (dueIn === 0) this.forget(storageKey);
    return dueIn;
  }

  forget(storageKey: string): void {
    this.#looks.delete(storageKey);
  }
}
