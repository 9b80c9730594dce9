import type { Feature } from '@meridian/client';
import { hub } from '../api/call.ts';
import { draftOf } from '../edit/draft.ts';
import { editSession } from '../edit/session.ts';
import { titleOf } from '../map/titles.ts';
import { valueAt } from '../map/value-at.ts';
import { t } from '../strings.ts';
import { withValueAt } from './cell-value.ts';
import { change } from './written.ts';

/**
 * Gives a property of a feature another value. What others have changed besides stays; if it is this value that they have
 * changed since the row was read, nothing is saved.
 */
export async function editCell(space: string, row: Feature, property: string, value: unknown): Promise<void> {
  const session = editSession.value;
  const unsaved = session?.space === space ? session.log.changes.value.get(row.id) : undefined;
  if (unsaved)
    return change(space, [{ ...unsaved, properties: withValueAt(unsaved.properties, property, value) }]);
  const [now] = await hub().features(space).getMany([row.id]);
  const title = titleOf(space, row, 60);
  if (!now) throw new Error(t.table.gone(title));
  const [seen, found] = [row, now].map(({ properties }) => JSON.stringify(valueAt(properties, property)));
  if (seen !== found) throw new Error(t.table.changedMeanwhile(title));
  const draft = draftOf(now);
  await change(space, [{ ...draft, properties: withValueAt(draft.properties, property, value) }]);
}
