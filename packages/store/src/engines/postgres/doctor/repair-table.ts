import type { SpaceHead } from '../../../transfer/hub-image.ts';
import { newRowOf } from '../../../transfer/new-row.ts';
import type { Session } from '../session.ts';
import { dropTable } from '../space-table.ts';
import { historyTableOf, newTableName, tableOf } from '../table-name.ts';
import { tableFiller } from '../transfer/fill-table.ts';
import { readHead, readSpaceRows } from '../transfer/space-rows.ts';

/**
 * Makes new tables of what can be read of a space: indexes and counts follow from the features, derived data is built when it
 * is next asked for. All of it happens or nothing does. Gives what was lost.
 */
export async function repairTable(
  session: Session,
  id: string,
  storageKey: string,
  isDistributed: boolean,
): Promise<string[]> {
  const lost: string[] = [];
  const damaged: string[] = [];
  const fresh = newTableName(id);
  await session.begin(['SET LOCAL idle_in_transaction_session_timeout = 0']);
  try {
    // A writer of the space holds this row.
    await session.once(`SELECT 1 FROM content WHERE place = '${storageKey}' FOR UPDATE`);
    const { head, hasHistory } = await salvageHead(session, id, storageKey);
    if (head.history && !hasHistory) lost.push('the history: it begins again with the present version');
    const filler = await tableFiller(session, { id, storageKey: fresh }, head, isDistributed);
    const rows = readSpaceRows(session, storageKey, hasHistory ? head : { ...head, history: undefined });
    for await (const page of rows.features) {
      const whole = page.filter(isWhole);
      damaged.push(...page.filter((row) => !isWhole(row)).map(({ id }) => id));
      if (whole.length > 0) await filler.features(whole);
    }
    for await (const page of rows.oldStates) await filler.oldStates(page);
    for await (const page of rows.changes) await filler.changes(page);
    for await (const page of rows.outbox) await filler.outbox(page);
    await filler.written();
    await session.script(dropTable(storageKey));
    await session.rows('UPDATE space SET place = $1, changed = next_version() WHERE place = $2', [
      fresh,
      storageKey,
    ]);
    await session.commit();
  } catch (error) {
    await session.rollback();
    throw error;
  }
  if (damaged.length > 0) lost.push(`features that are damaged themselves: ${damaged.join(', ')}`);
  return lost;
}

async function salvageHead(
  session: Session,
  id: string,
  storageKey: string,
): Promise<{ head: SpaceHead; hasHistory: boolean }> {
  const [known] = await session.once(`SELECT 1 FROM content WHERE place = '${storageKey}'`);
  const head = known ? await readHead(session, { id, storageKey }) : await headWithout(session, storageKey);
  // Another version, so that no response that was cached before is taken for the present one.
  const content = { ...head.content, version: head.content.version + 1 };
  const [last] = await session.once<{ seq: number }>(
    `SELECT coalesce(max(seq), 0) AS seq FROM ${tableOf(storageKey)}`,
  );
  content.lastSeq = Math.max(content.lastSeq, last!.seq);
  const [table] = await session.once<{ found: boolean }>(
    `SELECT to_regclass('${historyTableOf(storageKey)}') IS NOT NULL AS found`,
  );
  if (!head.history || table!.found) return { head: { ...head, content }, hasHistory: table!.found };
  const begins = content.version + 1;
  return { head: { ...head, content, history: { began: begins, oldest: begins } }, hasHistory: false };
}

/** Where the row of the content is gone: the version is greater than any number of writes. */
async function headWithout(session: Session, storageKey: string): Promise<SpaceHead> {
  const now = Date.now();
  const paths = await session.once<{ path: string }>(
    `SELECT path FROM indexed_property WHERE place = '${storageKey}' AND path IS NOT NULL ORDER BY path COLLATE "C"`,
  );
  const [history] = await session.once<{ began: number; oldest: number }>(
    `SELECT began, oldest FROM history WHERE place = '${storageKey}'`,
  );
  return {
    content: { version: now, updatedAt: now, lastSeq: 0, count: 0, bytes: 0, maxBytes: 0 },
    history: history && { ...history },
    indexes: paths.map(({ path }) => JSON.parse(path)),
  };
}

function isWhole(row: Parameters<typeof newRowOf>[0]): boolean {
  try {
    newRowOf(row);
    return true;
  } catch {
    return false;
  }
}
