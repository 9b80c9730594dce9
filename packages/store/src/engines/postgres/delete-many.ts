import type { SpacePlace } from '../../model/source.ts';
import { Tally } from '../../rules/write/tally.ts';
import type { DeleteAnswer, DeleteRequest } from '../../rules/write/write-request.ts';
import { numbered, taggedWith } from './conditions.ts';
import { type HeldSpace, holdSpace } from './held-space.ts';
import { keepCounts } from './kept-counts.ts';
import { saveOutbox } from './outbox.ts';
import { PendingTable } from './pending-table.ts';
import { emptyViews, PendingViews } from './pending-views.ts';
import { tableOf } from './place.ts';
import type { Session } from './session.ts';
import { type FetchedRow, idOf, ROW_COLUMNS, toStoredRow } from './stored-row.ts';
import { textArray } from './text-key.ts';
import { deleteRows } from './write-rows.ts';

const STEP_ROWS = 1000;
/** So few rows are deleted one by one; more by making the table empty, for which readers have to wait a moment. */
const FEW_ROWS = 10_000;

/** Deletes by tags, or everything: a transaction of its own, since it does not name what it deletes. */
export async function deleteMany(
  session: Session,
  space: SpacePlace,
  request: DeleteRequest,
  hasCitus: boolean,
): Promise<DeleteAnswer> {
  return holdSpace(session, space, async (held) => {
    const { content } = held;
    const now = Date.now();
    const removed =
      request.tags || request.activityLogs
        ? await removeEach(session, space, request, held, now, hasCitus)
        : await removeAll(session, space, request, held, hasCitus);
    if (removed.count > 0) {
      content.version++;
      content.updatedAt = Math.max(now, content.updatedAt);
      await keepCounts(session, space.place, content, removed.tally);
    }
    return { ids: removed.ids, content: { version: content.version, updatedAt: content.updatedAt } };
  });
}

type Removed = { ids: string[]; count: number; tally: Tally };
type VersionedRow = FetchedRow & { version: number };

/** One by one, so that each is counted, kept and recorded as it was. */
async function removeEach(
  session: Session,
  { id: space, place }: SpacePlace,
  { tags, versioning, activityLogs }: DeleteRequest,
  { content, history, ...views }: HeldSpace,
  now: number,
  hasCitus: boolean,
): Promise<Removed> {
  const removed: Removed = { ids: [], count: 0, tally: new Tally() };
  const pending = await PendingViews.begin(views);
  const isRemembered = activityLogs !== undefined || versioning?.versionsToKeep !== undefined;
  const { sql, values } = numbered(tags ? [taggedWith(tags)] : [], 2);
  const remembered: VersionedRow[] = [];
  for (let after = 0; ; ) {
    const rows = await session.rows<VersionedRow>(
      `SELECT ${ROW_COLUMNS}, version FROM ${tableOf(place)} WHERE seq > $1 AND ${sql} ORDER BY seq LIMIT ${STEP_ROWS}`,
      [after, ...values],
    );
    for (const row of rows) {
      const { feature, id, text } = toStoredRow(row);
      removed.tally.add(feature, Buffer.byteLength(text), -1);
      removed.ids.push(id);
      pending.remove({ seq: row.seq, id, geometry: feature.geometry });
      if (isRemembered) remembered.push(row);
    }
    await deleteRows(session, place, rows.map(idOf));
    await pending.save(session, place);
    if (rows.length < STEP_ROWS) break;
    after = rows.at(-1)!.seq;
  }
  const table = new PendingTable(content.version, content.lastSeq, content.count);
  table.record(space, activityLogs, now);
  history.attempt(table, versioning, () => {
    for (const fetched of remembered) {
      const row = toStoredRow(fetched);
      table.load([{ row, version: fetched.version, hasZ: fetched.hasZ }], []);
      table.remove(row);
    }
  });
  removed.count = removed.ids.length;
  if (removed.count > 0 || history.isChanged) await history.save(session, table, hasCitus);
  await saveOutbox(session, place, table);
  return removed;
}

/** Leaves the space empty without looking at each feature; lists their ids only if someone wants them. */
async function removeAll(
  session: Session,
  { place }: SpacePlace,
  { answer, versioning }: DeleteRequest,
  { content, history, ...views }: HeldSpace,
  hasCitus: boolean,
): Promise<Removed> {
  const { count } = content;
  const ids = answer ? await allIds(session, place) : [];
  const table = new PendingTable(content.version, content.lastSeq, count);
  history.attempt(table, versioning, () => {});
  const versionsToKeep = versioning?.versionsToKeep;
  if (versionsToKeep !== undefined && count > 0) history.expire(content.version + 1, versionsToKeep);
  if (history.isChanged) await history.save(session, table, hasCitus);
  if (count > 0) {
    if (versionsToKeep !== undefined) await history.keepAll(session, content.version + 1);
    const largest = versionsToKeep === undefined ? '0' : 'max_bytes';
    const empty = count > FEW_ROWS ? 'TRUNCATE' : 'DELETE FROM';
    await session.script(`${empty} ${tableOf(place)}; ${emptyViews(views, place, empty)}
      UPDATE content SET count = 0, bytes = 0, max_bytes = ${largest} WHERE place = '${place}';
      DELETE FROM geometry_count WHERE place = '${place}'; DELETE FROM tag_count WHERE place = '${place}';
      DELETE FROM property_count WHERE place = '${place}'`);
  }
  return { ids, count, tally: new Tally() };
}

async function allIds(session: Session, place: string): Promise<string[]> {
  const ids: string[] = [];
  const rows = await session.rows<{ key: string; seq: number }>(
    `SELECT id AS key, seq FROM ${tableOf(place)} ORDER BY seq`,
  );
  const odd = rows.filter(({ key }) => key.startsWith('\\')).map(({ key }) => key);
  const texts = new Map<string, string>();
  for (let from = 0; from < odd.length; from += STEP_ROWS) {
    const named = await session.rows<FetchedRow>(
      `SELECT ${ROW_COLUMNS} FROM ${tableOf(place)} WHERE id = ANY($1::text[])`,
      [textArray(odd.slice(from, from + STEP_ROWS))],
    );
    for (const row of named) texts.set(row.key, idOf(row));
  }
  for (const { key } of rows) ids.push(texts.get(key) ?? key);
  return ids;
}
