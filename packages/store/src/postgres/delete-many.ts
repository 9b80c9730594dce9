import type { SpacePlace } from '../feature-store.ts';
import type { TagFilter } from '../query/query.ts';
import { Tally } from '../write/tally.ts';
import type { DeleteAnswer, DeleteRequest } from '../write/write-request.ts';
import { numbered, taggedWith } from './conditions.ts';
import { keepCounts } from './kept-counts.ts';
import { PendingTable } from './pending-table.ts';
import { tableOf } from './place.ts';
import type { Session } from './session.ts';
import { type HeldSpace, holdSpace } from './space-writer.ts';
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
  { tags, answer, versioning }: DeleteRequest,
  hasCitus: boolean,
): Promise<DeleteAnswer> {
  try {
    const held = await holdSpace(session, space);
    const { content, history } = held;
    const table = new PendingTable(content.version, content.lastSeq, content.count);
    const now = Date.now();
    const isKept = versioning?.versionsToKeep !== undefined;
    const ids = tags
      ? await removeTagged(session, space, tags, held, table, versioning)
      : await removeAll(session, space, held, answer, isKept, versioning, hasCitus);
    if (ids.count > 0) {
      content.version++;
      content.updatedAt = Math.max(now, content.updatedAt);
      await keepCounts(session, space.place, content, ids.tally);
    }
    if (tags || !isKept) if (ids.count > 0 || history.isChanged) await history.save(session, table, hasCitus);
    await session.commit();
    return { ids: ids.ids, content: { version: content.version, updatedAt: content.updatedAt } };
  } catch (error) {
    await session.rollback();
    throw error;
  }
}

type Removed = { ids: string[]; count: number; tally: Tally };

async function removeTagged(
  session: Session,
  { place }: SpacePlace,
  tags: TagFilter,
  { history }: HeldSpace,
  table: PendingTable,
  versioning: DeleteRequest['versioning'],
): Promise<Removed> {
  const removed: Removed = { ids: [], count: 0, tally: new Tally() };
  const { sql, values } = numbered([taggedWith(tags)], 2);
  const rows = async (after: number) =>
    session.rows<FetchedRow & { version: number }>(
      `SELECT ${ROW_COLUMNS}, version FROM ${tableOf(place)} WHERE seq > $1 AND ${sql} ORDER BY seq LIMIT ${STEP_ROWS}`,
      [after, ...values],
    );
  const steps: (FetchedRow & { version: number })[][] = [];
  for (let after = 0; ; ) {
    const step = await rows(after);
    steps.push(step);
    await deleteRows(session, place, step.map(idOf));
    if (step.length < STEP_ROWS) break;
    after = step.at(-1)!.seq;
  }
  history.attempt(table, versioning, () => {
    for (const fetched of steps.flat()) {
      const row = toStoredRow(fetched);
      table.load([{ row, version: fetched.version, hasZ: fetched.hasZ }], []);
      table.remove(row);
      removed.tally.add(row.feature, Buffer.byteLength(row.text), -1);
      removed.ids.push(row.id);
    }
  });
  removed.count = removed.ids.length;
  return removed;
}

/** Leaves the space empty without looking at each feature; lists their ids only if someone wants them. */
async function removeAll(
  session: Session,
  { place }: SpacePlace,
  { content, history }: HeldSpace,
  list: boolean,
  isKept: boolean,
  versioning: DeleteRequest['versioning'],
  hasCitus: boolean,
): Promise<Removed> {
  const { count } = content;
  const ids = list ? await allIds(session, place) : [];
  const table = new PendingTable(content.version, content.lastSeq, count);
  history.attempt(table, versioning, () => {});
  if (isKept) {
    await history.save(session, table, hasCitus);
    if (count > 0) await history.keepAll(session, content.version + 1);
  }
  if (count > 0) {
    const largest = isKept ? 'max_bytes' : '0';
    await session.script(`${count > FEW_ROWS ? 'TRUNCATE' : 'DELETE FROM'} ${tableOf(place)};
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
