import type { SpaceRef } from '../../model/source.ts';
import { tableOf } from './place.ts';
import type { Session } from './session.ts';

export type ToBuild = 'indexes' | 'overview' | 'sheets';

/** What is to be built next for a space; tile blocks also where none may be due. The space is not held for it. */
export async function nextToBuild(session: Session, { place }: SpaceRef): Promise<ToBuild | null> {
  const name = tableOf(place);
  const [row] = await session.alone<{ next: ToBuild | null }>(
    `SELECT CASE
       WHEN EXISTS (SELECT FROM indexed_property
         WHERE place = '${name}' AND path IS NOT NULL AND built_to IS NOT NULL) THEN 'indexes'
       WHEN EXISTS (SELECT FROM overview WHERE place = '${name}' AND built_to IS NOT NULL) THEN 'overview'
       WHEN EXISTS (SELECT FROM sheeted WHERE place = '${name}') THEN 'sheets'
     END AS next`,
  );
  return row!.next;
}
