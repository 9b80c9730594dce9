import { compareStates, stateOf } from '../../history/compare.ts';
import { fieldsToMerge, type MergedField, takeEach } from '../../history/merge-states.ts';
import type { Changes, Draft } from './draft.ts';
import type { Conflict } from './save.ts';

/** The key of the decision on a feature that one of the two has deleted. */
export const WHOLE = 'feature';

/** Whether one of the two has deleted the feature, so that nothing can be put together. */
export function isWhole({ mine, theirs }: Conflict): boolean {
  return theirs === undefined || mine.kind === 'deleted';
}

/** What the two have differently, first what both have changed, of a feature that neither has deleted. */
export function fieldsOf({ mine, theirs }: Conflict): MergedField[] {
  const fields = fieldsToMerge(stateOf(mine.base!), mine, stateOf(theirs!));
  return [...fields.filter(isDisputed), ...fields.filter((field) => !isDisputed(field))];
}

export function isDisputed({ changedBy }: MergedField): boolean {
  return changedBy === 'both';
}

/** What is to be saved of a conflict, by the keys of what is to be as mine; undefined where all stays as theirs is. */
export function resolved(conflict: Conflict, ofMine: ReadonlySet<string>): Draft | undefined {
  const { mine, theirs } = conflict;
  // A hub that keeps versions asks for what is made from the latest one.
  const draft = theirs ? { ...mine, base: theirs } : mine;
  if (isWhole(conflict)) return ofMine.has(WHOLE) ? draft : undefined;
  const other = stateOf(theirs!);
  const merged = takeEach(stateOf(mine.base!), mine, other, ofMine);
  return compareStates(merged, other).length === 0 ? undefined : { ...draft, ...merged };
}

/** All changes that are to be saved once the conflicts among them are decided. */
export function withResolved(changes: Changes, decided: ReadonlyMap<string, Draft | undefined>): Changes {
  return new Map(
    [...changes].flatMap(([id, draft]) => {
      const saved = decided.has(id) ? decided.get(id) : draft;
      return saved ? [[id, saved] as const] : [];
    }),
  );
}
