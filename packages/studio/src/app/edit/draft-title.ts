import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import type { Draft } from './draft.ts';

/** What a draft is called: a new feature without a name by what it is, such as a point, and not by the id that it got. */
export function titleOfDraft(space: string, draft: Draft, longest: number): string {
  const { id, kind, geometry } = draft;
  const title = titleOf(space, draft, longest);
  return kind === 'created' && geometry && title === titleOf(space, { id, properties: {} }, longest)
    ? t.feature.geometry[geometry.type]
    : title;
}
