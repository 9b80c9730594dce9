/**
 * In place of a cell, where only the box of a geometry is known: it is counted in none, or the box does not tell in which, so
 * that the geometry is needed. Codes of cells are 0 and above.
 */
export const NO_CELL = -1;
export const NEEDS_GEOMETRY = -2;
