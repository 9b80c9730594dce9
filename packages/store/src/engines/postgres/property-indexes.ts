import { isTextIndex } from '../../model/query/text-index.ts';
import type { SpaceRef } from '../../model/source.ts';
import { stepRows } from '../../read/step-size.ts';
import type { Address } from './connection.ts';
import { holdSpace } from './held-space.ts';
import { withIndexLease } from './index-lease.ts';
import type { IndexedProperty } from './indexed-property.ts';
import { PropertyColumns, rewriteTable } from './property-columns.ts';
import type { Session } from './session.ts';
import { ShardMarks } from './shard-marks.ts';
import { createIndex, literal, propertyColumn, propertyIndex } from './space-table.ts';
import { rewriteRows } from './space-writer.ts';
import { type FetchedRow, ROW_COLUMNS } from './stored-row.ts';
import { tableOf } from './table-name.ts';

/** So much is written again in a step: others who write the space wait for it. */
const STEP_BYTES = 1024 * 1024;

/** While another process makes an index, it is looked at again so much later. */
const OTHER_BUILDS_MS = 1000;

/** Makes the list of indexes this one. Says whether any has still to be built. */
export async function defineIndexes(
  session: Session,
  space: SpaceRef,
  paths: readonly (readonly string[])[],
): Promise<boolean> {
  const { storageKey } = space;
  return holdSpace(session, space, async ({ content, indexed, isDistributed }) => {
    const byText = new Map(paths.map((path) => [JSON.stringify(path), path]));
    const removed = indexed.filter(({ path }) => !byText.delete(JSON.stringify(path)));
    const added = [...byText.values()];
    const freed = removed.flatMap(({ property, path }) => [
      `DROP INDEX IF EXISTS ${propertyIndex(storageKey, property)}`,
      ...(isTextIndex(path)
        ? [`ALTER TABLE ${tableOf(storageKey)} DROP COLUMN ${propertyColumn(property)}`]
        : []),
      `UPDATE indexed_property SET path = NULL, built_to = NULL WHERE place = '${storageKey}' AND property = ${property}`,
    ]);
    if (freed.length > 0) await session.script(freed);
    if (added.length === 0) return false;
    const stay = indexed.filter((one) => !removed.includes(one));
    let columns = await PropertyColumns.of(session, storageKey, stay);
    if (!columns.hasRoomFor(added)) {
      await rewriteTable(session, storageKey, isDistributed);
      columns = await PropertyColumns.of(session, storageKey, stay);
    }
    const isEmpty = content.lastSeq === 0;
    await session.script(
      added.flatMap((path) => {
        const { property, statements } = columns.add(path);
        return [
          ...statements,
          `INSERT INTO indexed_property VALUES ('${storageKey}', ${property}, ${literal(JSON.stringify(path))}, ${isEmpty ? 'NULL' : '0'})`,
          ...(isEmpty ? [createIndex(storageKey, { property, path })] : []),
        ];
      }),
    );
    return !isEmpty;
  });
}

/**
 * Takes the building of indexes a step further: rows that were there before are written again. In how many milliseconds
 * there is more to do.
 */
export async function buildIndexStep(
  session: Session,
  space: SpaceRef,
  address: Address,
  stepBytes = STEP_BYTES,
): Promise<number> {
  const { storageKey } = space;
  const finished = await holdSpace(session, space, async ({ content, indexed, isDistributed }) => {
    const [building] = await session.rows<{ property: number; path: string; builtTo: number }>(
      `SELECT property, path, built_to AS "builtTo" FROM indexed_property
        WHERE place = $1 AND path IS NOT NULL AND built_to IS NOT NULL ORDER BY property LIMIT 1`,
      [storageKey],
    );
    if (!building) return undefined;
    await new ShardMarks(session, storageKey, isDistributed).markAll();
    const { builtTo } = building;
    const step = stepRows(content, stepBytes);
    // Bounded from above on shards, or each of them would send a whole step; its numbers may all be free, and say nothing then.
    const to = isDistributed ? builtTo + step : content.lastSeq;
    const rows = await session.rows<FetchedRow & { version: number }>(
      `SELECT ${ROW_COLUMNS}, version FROM ${tableOf(storageKey)} WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
      [builtTo, to, step],
    );
    const isComplete = isDistributed ? builtTo >= content.lastSeq : rows.length === 0;
    if (isComplete) return { property: building.property, path: JSON.parse(building.path) as string[] };
    if (rows.length > 0) await rewriteRows(session, storageKey, rows, indexed);
    // The rows have the values of all properties now: of others that are as far, too.
    await session.rows(
      `UPDATE indexed_property SET built_to = $1 WHERE place = $2 AND path IS NOT NULL AND built_to = $3`,
      [isDistributed ? to : rows.at(-1)!.seq, storageKey, builtTo],
    );
    return undefined;
  });
  if (finished === undefined) return 0;
  const isMine = await withIndexLease(session, address, { storageKey, property: finished.property }, () =>
    finishIndex(session, storageKey, finished),
  );
  return isMine ? 0 : OTHER_BUILDS_MS;
}

/** Every row has its value: the index itself can be made, while others go on writing. */
async function finishIndex(
  session: Session,
  storageKey: string,
  { property, path }: IndexedProperty,
): Promise<void> {
  // One that was broken off is there, but of no use.
  await session.alone(`DROP INDEX IF EXISTS ${propertyIndex(storageKey, property)}`);
  await session.outside(createIndex(storageKey, { property, path }, session.qualified(storageKey)));
  await session.alone(
    `UPDATE indexed_property SET built_to = NULL WHERE place = '${storageKey}' AND property = ${property}`,
  );
}
