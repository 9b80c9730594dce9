import type { SpaceRef } from '../../model/source.ts';
import type { Session } from './session.ts';
import { tableOf } from './table-name.ts';

export type ToBuild = 'deferredIndexes' | 'indexes' | 'densityIndex' | 'blocks';

/** What is to be built next for a space; blocks, of tiles and of columns, also where none may be due. It is not held for it. */
export async function nextToBuild(session: Session, { storageKey }: SpaceRef): Promise<ToBuild | null> {
  const name = tableOf(storageKey);
  const [row] = await session.alone<{ next: ToBuild | null }>(
    `SELECT CASE
       WHEN EXISTS (SELECT FROM content WHERE place = '${name}' AND indexes_deferred) THEN 'deferredIndexes'
       WHEN EXISTS (SELECT FROM indexed_property
         WHERE place = '${name}' AND path IS NOT NULL AND built_to IS NOT NULL) THEN 'indexes'
       WHEN EXISTS (SELECT FROM overview WHERE place = '${name}' AND built_to IS NOT NULL) THEN 'densityIndex'
       WHEN EXISTS (SELECT FROM sheeted WHERE place = '${name}')
         OR EXISTS (SELECT FROM column_state WHERE place = '${name}') THEN 'blocks'
     END AS next`,
  );
  return row!.next;
}
