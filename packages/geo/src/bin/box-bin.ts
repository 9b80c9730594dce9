/**
 * In place of a cell, where only the box of a geometry is known: it is counted in none, or the box does not tell in which, so
 * that the geometry is needed. Cells are numbered from 0 on.
 */
export const NO_CELL = -1;
export const NEEDS_GEOMETRY = -2;
