import { inspectGeometry } from '@meridian/geo';
import type { SpaceRef } from '../../model/source.ts';
import type { StatsDelta } from '../../model/statistics/stats-delta.ts';
import { TouchedBoxes } from '../../rules/touched/touched-boxes.ts';
import { carryOutWrite, removeIds } from '../../rules/write/carry-out.ts';
import { pendingRequests } from '../../rules/write/pending-requests.ts';
import {
  type FeatureChange,
  type FeatureState,
  type OldState,
  PendingTable,
  statsDeltaOf,
} from '../../rules/write/pending-table.ts';
import type { DeleteResult, WriteResult } from '../../rules/write/write-request.ts';
import { prepareLoad } from './deferred-indexes.ts';
import { insertsAll, NotNew, RepeatingLoads } from './expected-new.ts';
import { type HeldSpace, holdSpace } from './held-space.ts';
import type { IndexedProperty } from './indexed-property.ts';
import { LoadedStates } from './loaded-states.ts';
import { type Content, keepCounts } from './maintained-counts.ts';
import { saveOutbox } from './outbox.ts';
import { PendingViews } from './pending-views.ts';
import { type PreparedWrite, prepareWrite } from './prepared-write.ts';
import type { Session } from './session.ts';
import { ShardMarks } from './shard-marks.ts';
import type { SpaceHistory } from './space-history.ts';
import { type FetchedRow, ROW_COLUMNS, toStoredRow } from './stored-row.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { textArray, toKey } from './text-key.ts';
import { mergeTouched } from './touched.ts';
import { deleteRows, insertRows } from './write-rows.ts';

export type Outcome = () => WriteResult | DeleteResult;

/** `indexesDeferred`: indexes wait for the end of a load that this is a part of. */
export type Commit = { outcomes: Outcome[]; indexesDeferred: boolean };

/** Several requests in one durable commit; each succeeds or fails for itself. */
export async function commitWrites(
  session: Session,
  space: SpaceRef,
  writes: readonly PreparedWrite[],
): Promise<Commit> {
  if (repeating.has(space.storageKey) || !writes.every(insertsAll))
    return commit(session, space, writes, false);
  try {
    return await commit(session, space, writes, true);
  } catch (error) {
    if (!(error instanceof NotNew)) throw error;
    repeating.add(space.storageKey);
    return commit(
      session,
      space,
      writes.map((write) => preparedAgain(write, space)),
      false,
    );
  }
}

const repeating = new RepeatingLoads();

function preparedAgain(write: PreparedWrite, space: SpaceRef): PreparedWrite {
  return write.kind === 'write' ? prepareWrite(space, write.request) : write;
}

/** `mayBeNew`: in a load the features are not looked up, but taken for new; a NotNew where one is not. */
async function commit(
  session: Session,
  space: SpaceRef,
  writes: readonly PreparedWrite[],
  mayBeNew: boolean,
): Promise<Commit> {
  return holdSpace(session, space, async (held) => {
    const { content, history, isDistributed } = held;
    const areNew = mayBeNew && content.indexesDeferred;
    const first = content.version + 1;
    const marks = new ShardMarks(session, space.storageKey, isDistributed);
    await marks.mark(writes.flatMap(({ ids }) => ids));
    const loaded = areNew
      ? new LoadedStates()
      : new LoadedStates(
          await fetchStates(session, space, writes),
          await fetchOldStates(session, space, writes, history),
        );
    const table = new PendingTable(content, loaded);
    const outcomes = writes.map((write) => attempt(() => apply(write, space, table, content, history)));
    if (content.version !== table.nextVersion - 1) throw new Error('the content version went astray');
    const { changes } = table;
    const isChanged = changes.length > 0;
    if (isChanged) await save(session, space, changes, held, marks, first, areNew);
    await saveOutbox(session, space.storageKey, table);
    if (isChanged || history.isChanged) await history.save(session, table, isDistributed);
    return { outcomes, indexesDeferred: content.indexesDeferred };
  });
}

/** The outcome of a request, to be returned later. */
function attempt(work: () => WriteResult | DeleteResult): Outcome {
  try {
    const outcome = work();
    return () => outcome;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function apply(
  write: PreparedWrite,
  { id: space }: SpaceRef,
  table: PendingTable,
  content: Content,
  history: SpaceHistory,
): WriteResult | DeleteResult {
  if (write.fault) throw write.fault;
  const requests = pendingRequests(space, table, history, content);
  if (write.kind === 'write') return carryOutWrite(requests, table, space, write.request, write.body);
  const ids = requests.attempt(() => removeIds(table, write.request), write.request);
  return { ids, content: requests.content };
}

async function fetchStates(
  session: Session,
  { storageKey }: SpaceRef,
  writes: readonly PreparedWrite[],
): Promise<FeatureState[]> {
  const keys = new Set(writes.flatMap(({ ids }) => ids.map(toKey)));
  if (keys.size === 0) return [];
  const rows = await session.rows<FetchedRow & { version: number }>(
    `SELECT ${ROW_COLUMNS}, version FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])`,
    [textArray([...keys])],
  );
  return rows.map((row) => ({ row: toStoredRow(row), version: row.version, hasZ: row.hasZ }));
}

/** The retained old state that requests say they are based on. */
async function fetchOldStates(
  session: Session,
  { storageKey }: SpaceRef,
  writes: readonly PreparedWrite[],
  history: SpaceHistory,
): Promise<OldState[]> {
  const baseRevisions = writes.flatMap(({ baseRevisions }) => baseRevisions);
  if (baseRevisions.length === 0 || !history.stored) return [];
  const versions = baseRevisions.flatMap(({ version }) => version ?? []);
  const rows = await session.rows<FetchedRow & { since: number; until: number }>(
    `SELECT ${ROW_COLUMNS}, since, until FROM ${historyTableOf(storageKey)}
      WHERE id = ANY($1::text[]) AND (uuid = ANY($2::text[]) OR (since <= $3 AND until > $4))`,
    [
      textArray(baseRevisions.map(({ id }) => toKey(id))),
      textArray(baseRevisions.flatMap(({ uuid }) => (uuid === undefined ? [] : [toKey(uuid)]))),
      ...[Math.max(-1, ...versions), Math.min(Number.MAX_SAFE_INTEGER, ...versions)],
    ],
  );
  return rows.map((row) => ({
    row: toStoredRow(row),
    since: row.since,
    until: row.until,
    hasZ: row.hasZ,
  }));
}

/** Writes what the requests made of the features, each of them once. */
async function save(
  session: Session,
  { storageKey }: SpaceRef,
  changes: readonly FeatureChange[],
  { content, indexed, ...views }: HeldSpace,
  marks: ShardMarks,
  first: number,
  areNew: boolean,
): Promise<void> {
  // Features that came without an id have got one by now.
  await marks.mark(changes.map(({ id }) => id));
  const pending = await PendingViews.begin(views, content.version);
  await deleteRows(
    session,
    storageKey,
    changes.flatMap(({ id, before }) => (before ? [id] : [])),
  );
  const written = changes.flatMap(({ after }) =>
    after ? [{ seq: after.row.seq, version: after.version, row: after.fresh! }] : [],
  );
  content.indexesDeferred = await prepareLoad(session, storageKey, content, written);
  const touched = new TouchedBoxes();
  let statsDelta: StatsDelta | undefined;
  const gather = () => {
    if (statsDelta) return;
    statsDelta = statsDeltaOf(changes);
    collectViews(pending, touched, changes);
  };
  await insertRows(
    session,
    storageKey,
    written.sort((a, b) => a.seq - b.seq),
    indexed,
    gather,
  ).catch((error) => {
    // Whatever it is, it comes again where it is not this.
    throw areNew ? new NotNew('a feature is there already', { cause: error }) : error;
  });
  gather();
  const entry = { first, last: content.version, boxes: touched.boxes! };
  await keepCounts(session, storageKey, content, statsDelta!, entry);
  await mergeTouched(session, storageKey, entry);
  await pending.save(session, storageKey);
}

function collectViews(pending: PendingViews, touched: TouchedBoxes, changes: readonly FeatureChange[]): void {
  for (const { id, before, after } of changes) {
    if (before) {
      const { geometry } = before.row.feature;
      pending.remove({ seq: before.row.seq, id, geometry, stored: before.row.stored });
      touched.addGeometry(geometry);
    }
    if (after) {
      const fresh = after.fresh!;
      const box = fresh.facts?.bbox;
      if (pending.isAny)
        pending.add({ seq: after.row.seq, id, geometry: fresh.feature.geometry, stored: fresh }, box);
      touched.add(box);
    }
  }
}

/** Writes rows again as they are: an index was added that looks into them. */
export async function rewriteRows(
  session: Session,
  storageKey: string,
  rows: readonly (FetchedRow & { version: number })[],
  indexed: IndexedProperty[],
): Promise<void> {
  const written = rows.map((fetched) => {
    const { feature, createdAt, updatedAt, seq } = toStoredRow(fetched);
    const facts = feature.geometry ? inspectGeometry(feature.geometry) : undefined;
    return { seq, version: fetched.version, row: { ...fetched, feature, facts, createdAt, updatedAt } };
  });
  await deleteRows(
    session,
    storageKey,
    written.map(({ row }) => row.feature.id),
  );
  await insertRows(session, storageKey, written, indexed);
}
