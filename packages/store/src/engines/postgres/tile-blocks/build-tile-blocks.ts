import type { BBox } from '@meridian/geo';
import type { ReadRow } from '../../../model/feature/row.ts';
import type { SpaceRef } from '../../../model/source.ts';
import { LEFT_OUT, MADE, TO_MAKE } from '../../../pyramid/tile-blocks/block-cells.ts';
import {
  dividing,
  dueAt,
  MAX_FEATURES,
  type Making,
  makeTileBlock,
} from '../../../pyramid/tile-blocks/build-block.ts';
import { boundsOf, type Cell, cellOf, childrenOf, reachOf } from '../../../pyramid/tile-blocks/cell.ts';
import { numbered } from '../condition.ts';
import { near } from '../conditions.ts';
import { holdSpace } from '../held-space.ts';
import type { Session } from '../session.ts';
import { READ_COLUMNS } from '../space-table.ts';
import { idOf } from '../stored-row.ts';
import { tableOf } from '../table-name.ts';
import { numberArray, textArray } from '../text-key.ts';
import { blockTablesOf, boxText, createTileBlocks } from './tile-block-tables.ts';

/** Makes room for the tile blocks of a space, which are made from then on. */
export async function requestTileBlocks(session: Session, space: SpaceRef): Promise<void> {
  await holdSpace(session, space, async ({ tileBlocks }) => {
    if (!tileBlocks) await session.script(createTileBlocks(space.storageKey));
  });
}

/**
 * Makes one tile block of a space. In how many milliseconds there will be more to do; Infinity if there is nothing. While others
 * write, tile blocks that they have touched are left for later.
 */
export async function makeTileBlockStep(
  session: Session,
  space: SpaceRef,
  maxFeatures = MAX_FEATURES,
): Promise<number> {
  const { storageKey } = space;
  return holdSpace(session, space, async ({ tileBlocks, content }) => {
    if (!tileBlocks) return Infinity;
    const { outdatedSince } = tileBlocks;
    const due = outdatedSince === null ? 0 : dueAt({ first: outdatedSince, last: content.updatedAt });
    const dueIn = due - Date.now();
    if (dueIn > 0) return dueIn;
    const isMore = await makeNext(session, storageKey, content.version, maxFeatures);
    if (!isMore)
      await session.rows('UPDATE sheeted SET outdated_since = NULL WHERE place = $1', [storageKey]);
    return isMore ? 0 : Infinity;
  });
}

/** One tile block, with the divisions that lead to it. False where there is none to be made. */
async function makeNext(
  session: Session,
  storageKey: string,
  version: number,
  maxFeatures: number,
): Promise<boolean> {
  for (;;) {
    const [row] = await session.rows<{ key: number; level: number }>(
      `SELECT key, level FROM ${blockTablesOf(storageKey).cells} WHERE state = ${TO_MAKE} ORDER BY key LIMIT 1`,
    );
    if (!row) return false;
    const cell = cellOf(row.key, row.level);
    const boxes = await boxesNear(session, storageKey, cell, maxFeatures + 1);
    const isTooMuch = boxes.length > maxFeatures;
    const making = isTooMuch
      ? dividing(cell, boxes)
      : makeTileBlock(cell, await rowsNear(session, storageKey, cell));
    await keep(session, storageKey, cell, making, version);
    if (!isTooMuch) return true;
  }
}

function isNear(cell: Cell) {
  return numbered([near({ boxes: [boundsOf(cell)] })], 1);
}

async function boxesNear(session: Session, storageKey: string, cell: Cell, most: number): Promise<BBox[]> {
  const { sql, values } = isNear(cell);
  return session.rows<BBox>(
    `SELECT west, south, east, north FROM ${tableOf(storageKey)} WHERE ${sql} LIMIT ${most}`,
    values,
  );
}

async function rowsNear(session: Session, storageKey: string, cell: Cell): Promise<ReadRow[]> {
  const { sql, values } = isNear(cell);
  const rows = await session.rows<ReadRow & { key: string }>(
    `SELECT id AS key, ${READ_COLUMNS} FROM ${tableOf(storageKey)} WHERE ${sql} ORDER BY seq`,
    values,
  );
  for (const row of rows) row.id = idOf(row);
  return rows;
}

async function keep(
  session: Session,
  storageKey: string,
  cell: Cell,
  making: Making,
  version: number,
): Promise<void> {
  const { cells, tileBlocks } = blockTablesOf(storageKey);
  if (making === 'divide') {
    const children = childrenOf(cell);
    await session.rows(`DELETE FROM ${cells} WHERE key = $1`, [cell.key]);
    await session.rows(
      `INSERT INTO ${cells} SELECT key, level, ${TO_MAKE}, 0, 0, reach::box
        FROM unnest($1::bigint[], $2::smallint[], $3::text[]) AS new (key, level, reach)`,
      [
        numberArray(children.map(({ key }) => key)),
        numberArray(children.map(({ level }) => level)),
        textArray(children.map((child) => boxText(reachOf(child)))),
      ],
    );
  }
  if (making === 'divide' || making === 'leave out')
    await session.rows(`DELETE FROM ${tileBlocks} WHERE key = $1`, [cell.key]);
  else
    await session.rows(
      `INSERT INTO ${tileBlocks} VALUES ($1, $2, decode($3, 'hex'))
        ON CONFLICT (key) DO UPDATE SET others = excluded.others, bytes = excluded.bytes`,
      [cell.key, JSON.stringify(making.others), Buffer.from(making.block.buffer).toString('hex')],
    );
  if (making === 'divide') return;
  const [state, entries] = making === 'leave out' ? [LEFT_OUT, 0] : [MADE, making.entries];
  await session.rows(`UPDATE ${cells} SET state = $2, entries = $3, version = $4 WHERE key = $1`, [
    ...[cell.key, state, entries, version],
  ]);
}
