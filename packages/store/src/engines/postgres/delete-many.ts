import type { SpaceRef } from '../../model/source.ts';
import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import { PendingTable } from '../../rules/write/pending-table.ts';
import type { DeleteRequest, DeleteResult } from '../../rules/write/write-request.ts';
import { numbered } from './condition.ts';
import { taggedWith } from './conditions.ts';
import { type HeldSpace, holdSpace } from './held-space.ts';
import { LoadedStates } from './loaded-states.ts';
import { keepCounts } from './maintained-counts.ts';
import { saveOutbox } from './outbox.ts';
import { emptyViews, PendingViews } from './pending-views.ts';
import { SeqRanges } from './seq-ranges.ts';
import type { Session } from './session.ts';
import { ShardMarks } from './shard-marks.ts';
import { type FetchedRow, idOf, ROW_COLUMNS, toStoredRow } from './stored-row.ts';
import { tableOf } from './table-name.ts';
import { textArray } from './text-key.ts';
import { deleteRows } from './write-rows.ts';

const STEP_ROWS = 1000;
const STEP_IDS = 20_000;
/** So few rows are deleted one by one; more by making the table empty, for which readers have to wait a moment. */
const FEW_ROWS = 10_000;

/** Deletes by tags, or everything: a transaction of its own, since it does not name what it deletes. */
export async function deleteMany(
  session: Session,
  space: SpaceRef,
  request: DeleteRequest,
): Promise<DeleteResult> {
  return holdSpace(session, space, async (held) => {
    const { content, isDistributed } = held;
    await new ShardMarks(session, space.storageKey, isDistributed).markAll();
    const now = Math.max(Date.now(), content.updatedAt);
    const removed =
      request.tags || request.activityLogs
        ? await removeEach(session, space, request, held, now)
        : await removeAll(session, space, request, held, now);
    if (removed.count > 0) {
      content.version++;
      content.updatedAt = now;
      await keepCounts(session, space.storageKey, content, removed.statsDelta);
    }
    return { ids: removed.ids, content: { version: content.version, updatedAt: content.updatedAt } };
  });
}

type Removed = { ids: string[]; count: number; statsDelta: StatsDelta };
type VersionedRow = FetchedRow & { version: number };

/** One by one, so that each is counted, retained and recorded as it was. */
async function removeEach(
  session: Session,
  { id: space, storageKey }: SpaceRef,
  { tags, versioning, activityLogs }: DeleteRequest,
  { content, history, isDistributed, ...views }: HeldSpace,
  now: number,
): Promise<Removed> {
  const removed: Removed = { ids: [], count: 0, statsDelta: new StatsDelta() };
  const pending = await PendingViews.begin(views, content.version + 1);
  const isRemembered = activityLogs !== undefined || versioning?.versionsToKeep !== undefined;
  const { sql, values } = numbered(tags ? [taggedWith(tags)] : [], 3);
  const remembered: VersionedRow[] = [];
  const ranges = new SeqRanges(content.lastSeq, STEP_ROWS, isDistributed);
  for (let range = ranges.first(); range; ) {
    const rows = await session.rows<VersionedRow>(
      `SELECT ${ROW_COLUMNS}, version FROM ${tableOf(storageKey)}
        WHERE seq > $1 AND seq <= $2 AND ${sql} ORDER BY seq LIMIT ${STEP_ROWS}`,
      [range.after, range.to, ...values],
    );
    for (const row of rows) {
      const { feature, id, text, stored } = toStoredRow(row);
      removed.statsDelta.add(feature, Buffer.byteLength(text), -1);
      removed.ids.push(id);
      pending.remove({ seq: row.seq, id, geometry: feature.geometry, stored });
      if (isRemembered) remembered.push(row);
    }
    await deleteRows(session, storageKey, rows.map(idOf));
    await pending.save(session, storageKey);
    range = ranges.next(range, rows.length, rows.at(-1)?.seq);
  }
  const loaded = new LoadedStates();
  const table = new PendingTable(content, loaded);
  table.record(space, activityLogs, now);
  history.attempt(table, versioning, { before: content.updatedAt, now }, () => {
    for (const fetched of remembered) {
      const row = toStoredRow(fetched);
      loaded.add({ row, version: fetched.version, hasZ: fetched.hasZ });
      table.remove(row);
    }
  });
  removed.count = removed.ids.length;
  if (removed.count > 0 || history.isChanged) await history.save(session, table, isDistributed);
  await saveOutbox(session, storageKey, table);
  return removed;
}

/** Leaves the space empty without looking at each feature; lists their ids only if someone wants them. */
async function removeAll(
  session: Session,
  { storageKey }: SpaceRef,
  { returning, versioning }: DeleteRequest,
  { content, history, isDistributed, ...views }: HeldSpace,
  now: number,
): Promise<Removed> {
  const { count } = content;
  const ids = returning ? await allIds(session, storageKey, content) : [];
  const table = new PendingTable(content, new LoadedStates());
  history.attempt(table, versioning, { before: content.updatedAt, now }, () => {});
  const versionsToKeep = versioning?.versionsToKeep;
  if (versionsToKeep !== undefined && count > 0) history.expire(content.version + 1, versionsToKeep);
  if (history.isChanged) await history.save(session, table, isDistributed);
  if (count > 0) {
    if (versionsToKeep !== undefined)
      await history.keepAll(session, content.version + 1, Math.max(content.updatedAt, now));
    const largest = versionsToKeep === undefined ? '0' : 'max_bytes';
    const empty = count > FEW_ROWS ? 'TRUNCATE' : 'DELETE FROM';
    await session.script([
      `${empty} ${tableOf(storageKey)}`,
      ...emptyViews(views, storageKey, empty),
      `UPDATE content SET count = 0, bytes = 0, max_bytes = ${largest} WHERE place = '${storageKey}'`,
      ...['geometry_count', 'tag_count', 'property_count'].map(
        (table) => `DELETE FROM ${table} WHERE place = '${storageKey}'`,
      ),
    ]);
  }
  return { ids, count, statsDelta: new StatsDelta() };
}

/** In ranges of insertion numbers: each row is sent once, however many shards there are. */
async function allIds(
  session: Session,
  storageKey: string,
  { count, lastSeq }: HeldSpace['content'],
): Promise<string[]> {
  const ids: string[] = [];
  const step = Math.ceil((STEP_IDS * lastSeq) / Math.max(1, count));
  for (let after = 0; after < lastSeq; after += step) {
    const rows = await session.rows<{ key: string }>(
      `SELECT id AS key FROM ${tableOf(storageKey)} WHERE seq > $1 AND seq <= $2 ORDER BY seq`,
      [after, after + step],
    );
    const odd = rows.filter(({ key }) => key.startsWith('\\')).map(({ key }) => key);
    const texts = await idsOfKeys(session, storageKey, odd);
    for (const { key } of rows) ids.push(texts.get(key) ?? key);
  }
  return ids;
}

/** Of keys that are no ids themselves. */
async function idsOfKeys(session: Session, storageKey: string, keys: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let from = 0; from < keys.length; from += STEP_ROWS) {
    const named = await session.rows<FetchedRow>(
      `SELECT ${ROW_COLUMNS} FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])`,
      [textArray(keys.slice(from, from + STEP_ROWS))],
    );
    for (const row of named) ids.set(row.key, idOf(row));
  }
  return ids;
}
