import { StatsDelta } from '../../../model/statistics/stats-delta.ts';
import { StoredRow } from '../../../rules/write/feature-table.ts';
import { MoveFault, type SpaceFiller, type SpaceHead } from '../../../transfer/hub-image.ts';
import { newRowOf } from '../../../transfer/new-row.ts';
import { keepCounts } from '../maintained-counts.ts';
import { MAX_PROPERTY_COLUMNS } from '../property-columns.ts';
import type { Session } from '../session.ts';
import {
  createHistoryTable,
  createIndexes,
  createTable,
  createTableWithoutIndexes,
  layInOrder,
} from '../space-table.ts';
import { historyTableOf, tableOf } from '../table-name.ts';
import { numberArray, textArray, toKey } from '../text-key.ts';
import { insertOldStates, insertRows } from '../write-rows.ts';
import { readHead, readSpaceRows } from './space-rows.ts';

/** So many different names are counted in memory before they are written down. */
const MAX_COUNTED = 50_000;

/** Makes a table inside the session's transaction and fills it with a space as it was elsewhere. */
export async function tableFiller(
  session: Session,
  { id, storageKey }: { id: string; storageKey: string },
  head: SpaceHead,
  isDistributed: boolean,
): Promise<SpaceFiller> {
  const { content, history, indexes } = head;
  if (indexes.length > MAX_PROPERTY_COLUMNS)
    throw new MoveFault(
      `the space ${id} has ${indexes.length} searchableProperties, more than the ${MAX_PROPERTY_COLUMNS} that a table of PostgreSQL has room for: set some to false first`,
    );
  const indexed = indexes.map((path, i) => ({ property: i + 1, path }));
  const statsDelta = new StatsDelta();
  const count = async () => {
    await keepCounts(session, storageKey, content, statsDelta);
    statsDelta.clear();
  };
  // A table without indexes is filled in less time. On Citus, statements that change a table do not go together with filling it.
  await session.script(
    isDistributed ? createTable(storageKey, indexes, true) : createTableWithoutIndexes(storageKey, indexes),
  );
  if (history) {
    await session.script(createHistoryTable(storageKey, isDistributed));
    await session.once(`INSERT INTO history VALUES ('${storageKey}', ${history.began}, ${history.oldest})`);
  }
  return {
    async features(rows) {
      const written = rows.map((moved) => ({ seq: moved.seq, version: moved.version, row: newRowOf(moved) }));
      await insertRows(session, storageKey, written, indexed);
      for (const { row } of written) statsDelta.add(row.feature, Buffer.byteLength(row.text), 1);
      if (statsDelta.tags.size + statsDelta.properties.size > MAX_COUNTED) await count();
    },
    async oldStates(rows) {
      await insertOldStates(
        session,
        storageKey,
        rows.map((moved) => ({ ...moved, row: new StoredRow(moved, moved) })),
      );
    },
    async changes(rows) {
      await session.rows(
        'INSERT INTO change SELECT $1, * FROM unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::text[])',
        [
          storageKey,
          numberArray(rows.map(({ version }) => version)),
          numberArray(rows.map(({ change }) => change)),
          numberArray(rows.map(({ seq }) => seq)),
          textArray(rows.map((row) => toKey(row.id))),
        ],
      );
    },
    async outbox(rows) {
      for (const { spaceId, feature, text } of rows)
        await session.rows('INSERT INTO outbox (place, space, feature, text) VALUES ($1, $2, $3, $4)', [
          ...[storageKey, spaceId, JSON.stringify(feature), text],
        ]);
    },
    async written() {
      await count();
      if (!isDistributed)
        await session.script([...layInOrder(storageKey), ...createIndexes(storageKey, indexes)]);
      await session.once(`UPDATE content SET max_bytes = ${content.maxBytes} WHERE place = '${storageKey}'`);
      // Without these, the reads that follow would not know how much there is.
      await session.once(`ANALYZE ${tableOf(storageKey)}${history ? `, ${historyTableOf(storageKey)}` : ''}`);
      const found = await readHead(session, { id, storageKey });
      return { head: found, rows: readSpaceRows(session, storageKey, found) };
    },
  };
}
