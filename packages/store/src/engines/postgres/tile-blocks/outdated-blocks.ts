import { type BBox, boxOf, type Geometry, isEmptyBBox } from '@meridian/geo';
import { TO_MAKE } from '../../../pyramid/tile-blocks/block-cells.ts';
import { toUnitBox, type UnitBox } from '../../../pyramid/tile-blocks/cell.ts';
import type { Session } from '../session.ts';
import { textArray } from '../text-key.ts';
import { blockTablesOf, boxText } from './tile-block-tables.ts';

/** Where a transaction changes features: tile blocks that reach there are right no longer. */
export class OutdatedBlocks {
  readonly #boxes = new Set<string>();

  /** `known` is the box of the geometry, where it is known already. */
  add(geometry: Geometry | null, known?: BBox): void {
    const box = geometry && (known ?? boxOf(geometry));
    if (box && !isEmptyBBox(box)) this.#boxes.add(boxText(bounded(toUnitBox(box))));
  }

  /**
   * Notes which tile blocks those are. They are rebuilt when a tile asks for one of them. All are found before the first is changed: a
   * GiST index that is looked into again and again by a statement that makes it grow marks entries of rows as dead which are not, for good.
   */
  async save(session: Session, storageKey: string, now: number): Promise<void> {
    if (this.#boxes.size === 0) return;
    const { cells } = blockTablesOf(storageKey);
    await session.rows(
      `WITH found AS (
         SELECT array_agg(DISTINCT key) AS keys FROM ${cells}, unnest($1::text[]) AS changed (box)
         WHERE state <> ${TO_MAKE} AND reach && changed.box::box
       ), outdated AS (
         UPDATE ${cells} SET state = ${TO_MAKE}, entries = 0 FROM found WHERE key = ANY (keys) RETURNING key
       ) UPDATE sheeted SET outdated_since = $2
         WHERE place = $3 AND outdated_since IS NULL AND EXISTS (SELECT FROM outdated)`,
      [textArray([...this.#boxes]), now, storageKey],
    );
    this.#boxes.clear();
  }
}

/** Positions near the poles are far beyond the map; how far makes no difference. */
function bounded({ left, right, top, bottom }: UnitBox): UnitBox {
  const within = (y: number) => Math.min(2, Math.max(-1, y));
  return { left, right, top: within(top), bottom: within(bottom) };
}
