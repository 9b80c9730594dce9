/** A cell of the page that is shown: its row, and its column, of which the first has the check boxes. */
export type CellAt = { row: number; column: number };

type Size = { rows: number; columns: number };

/** Where a key leads to in a table; undefined where it is for something else. A row outside is on another page. */
export function cellAfter(key: string, { row, column }: CellAt, { rows, columns }: Size): CellAt | undefined {
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: Math.min(columns - 1, column + 1) };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: columns - 1 };
    case 'PageDown':
      return { row: rows, column };
    case 'PageUp':
      return { row: -1, column };
    default:
      return undefined;
  }
}
