/** Rows that are selected: those of some ids, or all that match. */
export type Selection = { isAll: boolean; ids: ReadonlySet<string>; anchor?: string };

export const NOTHING: Selection = { isAll: false, ids: new Set() };

export function isSelected({ isAll, ids }: Selection, id: string): boolean {
  return isAll || ids.has(id);
}

export function countSelected({ isAll, ids }: Selection, total: number): number {
  return isAll ? total : ids.size;
}

/** Selects a row, or not any more. Of all that match, one is left out only where all are `known`. */
export function toggled(selection: Selection, id: string, known: readonly string[]): Selection {
  const ids = new Set(selection.isAll ? known : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { isAll: false, ids, anchor: id };
}

/** Selects the rows between the one that was selected last and this one. */
export function extended(selection: Selection, id: string, known: readonly string[]): Selection {
  if (selection.isAll) return selection;
  const [from, to] = [known.indexOf(selection.anchor ?? id), known.indexOf(id)];
  if (from < 0 || to < 0) return toggled(selection, id, known);
  const range = known.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { isAll: false, ids: new Set([...selection.ids, ...range]), anchor: known[from]! };
}
