import { compareStates, stateOf } from '../../history/compare.ts';
import { t } from '../strings.ts';
import { formatValue } from '../ui/format.ts';
import type { Conflict } from './save.ts';

/** One thing that the two sides have differently, as text; undefined where one does not have it. */
export type TextDifference = { name: string; mine: string | undefined; theirs: string | undefined };

const LONGEST = 60;

/** What is not the same on both sides, so that one can decide. */
export function differencesOf({ mine, theirs }: Conflict): TextDifference[] {
  if (!theirs || mine.kind === 'deleted') return [];
  return compareStates(mine, stateOf(theirs)).map((found) => {
    if (found.kind === 'shape') return { name: t.editor.shape, mine: t.editor.yours, theirs: t.editor.other };
    if (found.kind === 'tags')
      return {
        name: t.editor.tags,
        mine: formatValue(found.before.join(', '), LONGEST),
        theirs: formatValue(found.after.join(', '), LONGEST),
      };
    return {
      name: formatValue(found.name, LONGEST),
      mine: shown(found.before),
      theirs: shown(found.after),
    };
  });
}

function shown(value: unknown): string | undefined {
  return value === undefined ? undefined : formatValue(value, LONGEST);
}
