import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import { isVirtual } from '../../../model/virtual.ts';
import { type HubSource, type MovedSpace, MoveFault } from '../../../transfer/hub-image.ts';
import { fillSpace } from '../../../transfer/move-hub.ts';
import { othersAt } from '../doctor/others-at.ts';
import { locate } from '../location.ts';
import { prepareDatabase } from '../migrate.ts';
import { Session } from '../session.ts';
import { dropTable } from '../space-table.ts';
import { newTableName } from '../table-name.ts';
import { tableFiller } from './fill-table.ts';

/**
 * Brings one space into the database of a hub that no server uses, in the place of the one that has its id now, if there
 * is one. All of it happens or nothing does. The number of its features.
 */
export async function restoreIntoDatabase(
  source: HubSource,
  space: MovedSpace,
  store: string,
): Promise<number> {
  const location = locate(store);
  const session = new Session({ url: location.url, ...(await prepareDatabase(location)) });
  try {
    const trouble = await othersAt(session, 'restoring a space');
    if (trouble !== undefined) throw new MoveFault(trouble);
    const [hub] = await session.once('SELECT 1 FROM account LIMIT 1');
    if (!hub) throw new MoveFault('the database has no hub: restore the whole backup');
    const head = await source.head(space);
    await session.begin(['SET LOCAL idle_in_transaction_session_timeout = 0']);
    try {
      const storageKey = newTableName(space.id);
      const isDistributed = session.hasCitus && !isVirtual(parseStored(space.body) as JsonObject);
      const filler = await tableFiller(session, { id: space.id, storageKey }, head, isDistributed);
      await fillSpace(source, space, head, filler, () => {});
      await enter(session, { ...space, storageKey });
      await session.commit();
    } catch (error) {
      await session.rollback();
      throw error;
    }
    return head.content.count;
  } finally {
    await session.close();
  }
}

/** Has the catalogue name the new table, and drops the one that it named before. */
async function enter(session: Session, { id, storageKey, body }: MovedSpace): Promise<void> {
  const { owner } = parseStored(body) as JsonObject;
  const values = [id, storageKey, typeof owner === 'string' ? owner : null, body];
  const [before] = await session.rows<{ storageKey: string }>(
    'SELECT place AS "storageKey" FROM space WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (!before)
    return void (await session.rows(
      'INSERT INTO space (id, place, owner, body, changed) VALUES ($1, $2, $3, $4, next_version())',
      values,
    ));
  await session.rows(
    'UPDATE space SET place = $2, owner = $3, body = $4, changed = next_version() WHERE id = $1',
    values,
  );
  await session.script(dropTable(before.storageKey));
}
