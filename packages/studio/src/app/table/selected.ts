import type { Feature, Filter } from '@meridian/client';
import { hub } from '../api/call.ts';
import { draftOf } from '../edit/draft.ts';
import { t } from '../strings.ts';
import { formatCount } from '../ui/format.ts';
import { tabSeparated } from './tab-separated.ts';
import { change } from './written.ts';

/** Features that something is done with: by their ids, or all that pass a filter. */
export type Selected = { ids: readonly string[] } | { filter: Filter };

/** So many are read before they are deleted, to be written again by undo. */
export const MAX_UNDOABLE = 1000;
const MAX_COPIED = 10_000;
const PAGE = 1000;

export type CopyFormat = 'tsv' | 'geojson';

/** Copies features to the clipboard; says how many. */
export async function copySelected(
  space: string,
  selected: Selected,
  format: CopyFormat,
  columns: readonly string[],
): Promise<number> {
  const features = await featuresOf(space, selected);
  const text =
    format === 'tsv'
      ? tabSeparated(features, columns)
      : JSON.stringify({ type: 'FeatureCollection', features });
  await navigator.clipboard.writeText(text);
  return features.length;
}

async function featuresOf(space: string, selected: Selected): Promise<Feature[]> {
  const features: Feature[] = [];
  if ('ids' in selected && selected.ids.length <= MAX_COPIED)
    return hub().features(space).getMany(selected.ids);
  if ('filter' in selected)
    for await (const feature of hub()
      .features(space)
      .iterate({ ...selected.filter, pageSize: PAGE }))
      if (features.push(feature) > MAX_COPIED) break;
  if ('filter' in selected && features.length <= MAX_COPIED) return features;
  throw new Error(t.table.tooManyToCopy(formatCount(MAX_COPIED)));
}

/** Whether undo brings back what is deleted. */
export function isUndoable(selected: Selected): boolean {
  return 'ids' in selected && selected.ids.length <= MAX_UNDOABLE;
}

/** Deletes features; says how many. */
export async function deleteSelected(space: string, selected: Selected): Promise<number> {
  const features = hub().features(space);
  if ('filter' in selected) return (await deleteWhere(space, selected.filter)).length;
  if (!isUndoable(selected)) return (await features.deleteMany(selected.ids)).length;
  const found = await features.getMany(selected.ids);
  await change(
    space,
    found.map((feature) => ({ ...draftOf(feature), kind: 'deleted' })),
  );
  return found.length;
}

/** Without a condition it is the whole space that is meant, and asked about. */
function deleteWhere(space: string, filter: Filter): Promise<string[]> {
  const { tags = [], where = [], filter: condition, q } = filter;
  const features = hub().features(space);
  return tags.length + where.length > 0 || condition || q
    ? features.deleteWhere(filter)
    : features.deleteByTags(['*']);
}
