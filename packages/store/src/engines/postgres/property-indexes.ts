import type { SpaceRef } from '../../model/source.ts';
import { stepRows } from '../../read/step-size.ts';
import { holdSpace } from './held-space.ts';
import { tableOf } from './place.ts';
import { PropertyColumns, rewriteTable } from './property-columns.ts';
import type { Session } from './session.ts';
import { ShardMarks } from './shard-marks.ts';
import { createIndex, literal, propertyIndex } from './space-table.ts';
import { rewriteRows } from './space-writer.ts';
import { type FetchedRow, ROW_COLUMNS } from './stored-row.ts';

/** So much is written again in a step: others who write the space wait for it. */
const STEP_BYTES = 1024 * 1024;

/** Makes the list of indexes this one. Says whether any has still to be built. */
export async function defineIndexes(
  session: Session,
  space: SpaceRef,
  paths: readonly (readonly string[])[],
): Promise<boolean> {
  const { place } = space;
  return holdSpace(session, space, async ({ content, indexed, isDistributed }) => {
    const added = new Set(paths.map((path) => JSON.stringify(path)));
    const removed = indexed.filter(({ path }) => !added.delete(JSON.stringify(path)));
    const freed = removed.flatMap(({ property }) => [
      `DROP INDEX IF EXISTS ${propertyIndex(place, property)}`,
      `UPDATE indexed_property SET path = NULL, built_to = NULL WHERE place = '${place}' AND property = ${property}`,
    ]);
    if (freed.length > 0) await session.script(freed);
    if (added.size === 0) return false;
    const stay = indexed.filter((one) => !removed.includes(one));
    let columns = await PropertyColumns.of(session, place, stay);
    if (!columns.hasRoomFor(added.size)) {
      await rewriteTable(session, place, isDistributed);
      columns = await PropertyColumns.of(session, place, stay);
    }
    const isEmpty = content.lastSeq === 0;
    await session.script(
      [...added].flatMap((path) => {
        const { property, statements } = columns.add();
        return [
          ...statements,
          `INSERT INTO indexed_property VALUES ('${place}', ${property}, ${literal(path)}, ${isEmpty ? 'NULL' : '0'})`,
          ...(isEmpty ? [createIndex(place, property, false)] : []),
        ];
      }),
    );
    return !isEmpty;
  });
}

/** Takes the building of indexes a step further: rows that were there before are written again. */
export async function buildIndexStep(session: Session, space: SpaceRef): Promise<void> {
  const { place } = space;
  const finished = await holdSpace(session, space, async ({ content, indexed, isDistributed }) => {
    const [building] = await session.rows<{ property: number; builtTo: number }>(
      `SELECT property, built_to AS "builtTo" FROM indexed_property
        WHERE place = $1 AND path IS NOT NULL AND built_to IS NOT NULL ORDER BY property LIMIT 1`,
      [place],
    );
    if (!building) return undefined;
    await new ShardMarks(session, place, isDistributed).markAll();
    const rows = await session.rows<FetchedRow & { version: number }>(
      `SELECT ${ROW_COLUMNS}, version FROM ${tableOf(place)} WHERE seq > $1 ORDER BY seq LIMIT $2`,
      [building.builtTo, stepRows(content, STEP_BYTES)],
    );
    if (rows.length === 0) return building.property;
    await rewriteRows(session, place, rows, indexed);
    // The rows have the values of all properties now: of others that are as far, too.
    await session.rows(
      `UPDATE indexed_property SET built_to = $1 WHERE place = $2 AND path IS NOT NULL AND built_to = $3`,
      [rows.at(-1)!.seq, place, building.builtTo],
    );
    return undefined;
  });
  if (finished !== undefined) await finishIndex(session, place, finished);
}

/** Every row has its value: the index itself can be made, while others go on writing. */
async function finishIndex(session: Session, place: string, property: number): Promise<void> {
  const name = propertyIndex(place, property);
  const lock = `hashtext('${place}'), ${property}`;
  await session.alone(`SELECT pg_advisory_lock(${lock})`);
  try {
    // One that was broken off is there, but of no use.
    await session.alone(`DROP INDEX IF EXISTS ${name}`);
    await session.alone(createIndex(place, property, true));
    await session.alone(
      `UPDATE indexed_property SET built_to = NULL WHERE place = '${place}' AND property = ${property}`,
    );
  } finally {
    await session.alone(`SELECT pg_advisory_unlock(${lock})`);
  }
}
