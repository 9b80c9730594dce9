import { boxOf, type Geometry, simplifyToGrid, type TileAddress, VisibilityFilter } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { RowFilter } from './row-filter.ts';

/** Decides what a map of a tile shows of rows. */
export class VizFilter {
  readonly #filter: RowFilter;
  readonly #tile: TileAddress;
  readonly #visibility: VisibilityFilter;

  constructor(rowFilter: RowFilter, tile: TileAddress) {
    this.#filter = rowFilter;
    this.#tile = tile;
    this.#visibility = new VisibilityFilter(tile);
  }

  /**
   * The geometry as far as it can be seen, `clipped` to the area, `whole` as it can be drawn, or whole if it meets the area; null if
   * nothing can. What is too small to be seen is not shown where it is cut to a point either. A point is shown as
   * type and coordinates.
   */
  seen(row: ReadRow, extent: 'clipped' | 'whole' | 'meeting'): Geometry | null {
    const geometry = extent === 'whole' ? this.#filter.drawn(row) : this.#filter.stored(row);
    if (
      !geometry ||
      (row.filedGeometry?.type !== 'Point' && this.#visibility.isHidden(geometry.type, boxOf(geometry)))
    )
      return null;
    const shown = extent === 'whole' ? geometry : this.#filter.within(geometry, row, extent === 'clipped');
    if (shown?.type === 'Point') return { type: 'Point', coordinates: shown.coordinates };
    return shown && simplifyToGrid(shown, this.#tile);
  }
}
