import { missing } from '../../model/fault.ts';
import type { SpaceRef } from '../../model/source.ts';
import type { ContentSize } from '../../read/step-size.ts';
import type { HistoryExtent } from '../../rules/history.ts';
import { lockSpace, selectDistribution } from './citus.ts';
import { selectColumnState } from './columns/column-tables.ts';
import type { IndexedProperty } from './indexed-property.ts';
import type { Content } from './maintained-counts.ts';
import type { DerivedViews } from './pending-views.ts';
import type { Session } from './session.ts';
import { SpaceHistory } from './space-history.ts';
import { tableOf } from './table-name.ts';

/** A space while its content row is held: nobody else changes it until the transaction ends. */
export type HeldSpace = DerivedViews & {
  /** `indexesDeferred`: those on geometries and tags wait for the end of a load. */
  content: Content & ContentSize & { indexesDeferred: boolean };
  indexed: IndexedProperty[];
  history: SpaceHistory;
  /** Whether Citus has spread its features over other servers. */
  isDistributed: boolean;
};

/** Holds a space while something is done to it, in one transaction: all of it, or nothing. A fault where there is none. */
export async function holdSpace<T>(
  session: Session,
  space: SpaceRef,
  work: (held: HeldSpace) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(await begin(session, space));
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  }
}

async function begin(session: Session, { storageKey }: SpaceRef): Promise<HeldSpace> {
  tableOf(storageKey);
  const [contents, properties, histories, densityIndexes, tileBlocks, columns, distributions] = await session
    .begin([
      ...(session.hasCitus ? [lockSpace(storageKey, 'alone')] : []),
      `SELECT version, updated_at AS "updatedAt", last_seq AS "lastSeq", count, bytes, max_bytes AS "maxBytes",
         indexes_deferred AS "indexesDeferred"
       FROM content WHERE place = '${storageKey}' FOR UPDATE`,
      `SELECT property, path FROM indexed_property WHERE place = '${storageKey}' AND path IS NOT NULL ORDER BY property`,
      `SELECT began, oldest FROM history WHERE place = '${storageKey}'`,
      `SELECT built_to AS "builtTo" FROM overview WHERE place = '${storageKey}'`,
      `SELECT outdated_since AS "outdatedSince" FROM sheeted WHERE place = '${storageKey}'`,
      selectColumnState(storageKey),
      ...(session.hasCitus ? [selectDistribution(storageKey)] : []),
    ])
    .then((results) => (session.hasCitus ? results.slice(1) : results));
  const content = contents![0] as HeldSpace['content'] | undefined;
  if (!content) throw missing();
  return {
    content,
    indexed: (properties as { property: number; path: string }[]).map(({ property, path }) => ({
      property,
      path: JSON.parse(path),
    })),
    history: new SpaceHistory(storageKey, histories![0] as HistoryExtent | undefined),
    densityIndex: densityIndexes![0] as HeldSpace['densityIndex'],
    tileBlocks: tileBlocks![0] as HeldSpace['tileBlocks'],
    columns: columns![0] as HeldSpace['columns'],
    isDistributed: distributions?.[0] !== undefined,
  };
}
