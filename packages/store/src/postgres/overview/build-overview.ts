import { loadGeos } from '@meridian/geo';
import { parseGeometry } from '../../feature/feature-text.ts';
import type { SpacePlace } from '../../feature-store.ts';
import { stepRows } from '../../read/step-size.ts';
import { tableOf } from '../place.ts';
import type { Session } from '../session.ts';
import { holdSpace } from '../space-writer.ts';
import { type FetchedRow, idOf, ROW_COLUMNS } from '../stored-row.ts';
import { createOverview, overviewTablesOf } from './overview-tables.ts';
import { PendingOverview } from './pending-overview.ts';

/** So much is read for a step: others who write the space wait for it, and rows of one step lie together by place. */
const STEP_BYTES = 2 * 1024 * 1024;

/** Makes room for the overview of a space, which is built from then on, and kept by every write. */
export async function wantOverview(session: Session, space: SpacePlace): Promise<void> {
  try {
    const { overview } = await holdSpace(session, space);
    if (!overview) await session.script(createOverview(space.place));
    await session.commit();
  } catch (error) {
    await session.rollback();
    throw error;
  }
}

/** Takes the building of an overview a step of at most so many rows further. False when there is nothing left to build. */
export async function buildOverviewStep(
  session: Session,
  space: SpacePlace,
  mostRows = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const { place } = space;
  const geos = await loadGeos();
  try {
    const { content, overview } = await holdSpace(session, space);
    if (!overview || overview.builtTo === null) {
      await session.rollback();
      return false;
    }
    const rows = await session.rows<FetchedRow>(
      `SELECT ${ROW_COLUMNS} FROM ${tableOf(place)} WHERE seq > $1 ORDER BY seq LIMIT $2`,
      [overview.builtTo, Math.min(mostRows, stepRows(content, STEP_BYTES))],
    );
    const pending = new PendingOverview(null, geos);
    for (const row of rows) pending.add({ seq: row.seq, id: idOf(row), geometry: parseGeometry(row) });
    await pending.save(session, place);
    const builtTo = rows.at(-1)?.seq ?? null;
    await session.rows('UPDATE overview SET built_to = $1 WHERE place = $2', [builtTo, place]);
    await session.commit();
    if (builtTo !== null) return true;
  } catch (error) {
    await session.rollback();
    throw error;
  }
  // Without these, the reads that follow would not know how much there is.
  await session.alone(`ANALYZE ${Object.values(overviewTablesOf(place)).join(', ')}`);
  return false;
}
