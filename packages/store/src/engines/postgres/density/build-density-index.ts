import { loadGeos } from '@meridian/geo';
import { parseGeometry } from '../../../model/feature/feature-text.ts';
import type { SpaceRef } from '../../../model/source.ts';
import { stepRows } from '../../../read/step-size.ts';
import { holdSpace } from '../held-space.ts';
import type { Session } from '../session.ts';
import { type FetchedRow, idOf, ROW_COLUMNS } from '../stored-row.ts';
import { tableOf } from '../table-name.ts';
import { createDensityIndex, densityTablesOf, emptyDensityIndex } from './density-tables.ts';
import { type BuiltTo, PendingDensity } from './pending-density.ts';

/** So much is read at a time. */
const READ_BYTES = 2 * 1024 * 1024;

/**
 * What is written in one step lies together on the map, so that a tile is on few pages: a step is as large as can be. Others
 * who write the space wait for it, so it is a small one, of what is read at a time, where somebody has written lately.
 */
const STEP_ROWS = 20_000;
const CALM_MS = 10_000;

/** In place of how far an index is built: an earlier version has filed something else under its keys. */
const OUTDATED = -1;

function beginAgain(storageKey: string): string {
  return `UPDATE overview SET built_to = 0 WHERE place = '${storageKey}'`;
}

/** Makes room for the density index of a space, which is built from then on, and maintained by every write. */
export async function requestDensityIndex(session: Session, space: SpaceRef): Promise<void> {
  await holdSpace(session, space, async ({ densityIndex }) => {
    if (!densityIndex) await session.script(createDensityIndex(space.storageKey));
  });
}

/** Takes the building of a density index a step of at most so many rows further. False when there is nothing left to build. */
export async function buildDensityStep(
  session: Session,
  space: SpaceRef,
  maxRows = STEP_ROWS,
): Promise<boolean> {
  const { storageKey } = space;
  const geos = await loadGeos();
  const built = await holdSpace(session, space, async ({ content, densityIndex }) => {
    if (!densityIndex || densityIndex.builtTo === null) return 'nothing';
    if (densityIndex.builtTo === OUTDATED) {
      await session.script([...emptyDensityIndex(storageKey, 'TRUNCATE'), beginAgain(storageKey)]);
      return 'some';
    }
    const isCalm = Date.now() - content.updatedAt > CALM_MS;
    const read = Math.min(maxRows, stepRows(content, READ_BYTES));
    const pending = new PendingDensity({ ...densityIndex, builtTo: null }, geos);
    let builtTo: BuiltTo = densityIndex.builtTo;
    for (let rows = 0; builtTo !== null && rows < (isCalm ? maxRows : read); rows += read)
      builtTo = await takeNext(session, storageKey, builtTo, read, pending);
    await pending.save(session, storageKey);
    await session.rows('UPDATE overview SET built_to = $1 WHERE place = $2', [builtTo, storageKey]);
    return builtTo === null ? 'the rest' : 'some';
  });
  // Reads that follow know how much there is, and that what the index has need not be looked up in the table.
  if (built === 'the rest') {
    const tables = Object.values(densityTablesOf(storageKey)).map((table) => session.qualified(table));
    await session.outside(`VACUUM ANALYZE ${tables.join(', ')}`);
  }
  return built === 'some';
}

/** Adds so many rows behind one; the last of them, or null where there are none. */
async function takeNext(
  session: Session,
  storageKey: string,
  after: number,
  count: number,
  pending: PendingDensity,
): Promise<BuiltTo> {
  const rows = await session.rows<FetchedRow>(
    `SELECT ${ROW_COLUMNS} FROM ${tableOf(storageKey)} WHERE seq > $1 ORDER BY seq LIMIT $2`,
    [after, count],
  );
  for (const row of rows)
    pending.add({ seq: row.seq, id: idOf(row), geometry: parseGeometry(row), stored: row });
  return rows.at(-1)?.seq ?? null;
}
