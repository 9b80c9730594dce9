import { compareStates, type FeatureState, isSame, own } from './compare.ts';

/** One thing that two people have made differently of a feature, by the key that `takeEach` knows it by. */
export type MergedField = {
  key: string;
  /** `both`: each has changed it in another way, so somebody has to decide; `together`: both changes can be kept. */
  changedBy: 'mine' | 'theirs' | 'both' | 'together';
} & (
  | { kind: 'shape' }
  | { kind: 'tags'; mine: readonly string[]; theirs: readonly string[] }
  | { kind: 'property'; name: string; mine: unknown; theirs: unknown }
);

/** What differs between two states that were made from the same one. What tags each has added or removed goes together. */
export function fieldsToMerge(base: FeatureState, mine: FeatureState, theirs: FeatureState): MergedField[] {
  return compareStates(mine, theirs).map((found) => {
    if (found.kind === 'shape')
      return {
        kind: 'shape',
        key: 'shape',
        changedBy: changedBy(base.geometry, mine.geometry, theirs.geometry),
      };
    if (found.kind === 'tags') {
      const { before, after } = found;
      const who = changedBy(sorted(base.tags), sorted(before), sorted(after));
      return {
        kind: 'tags',
        key: 'tags',
        mine: before,
        theirs: after,
        changedBy: who === 'both' ? 'together' : who,
      };
    }
    const { name, before, after } = found;
    const who = changedBy(own(base.properties, name), before, after);
    return { kind: 'property', key: `property ${name}`, name, mine: before, theirs: after, changedBy: who };
  });
}

/** One state of the two: what only one has changed is as they made it; what both have, mine where `ofMine` has its key. */
export function takeEach(
  base: FeatureState,
  mine: FeatureState,
  theirs: FeatureState,
  ofMine: ReadonlySet<string>,
): FeatureState {
  const properties = { ...theirs.properties };
  let { geometry } = theirs;
  for (const field of fieldsToMerge(base, mine, theirs)) {
    const isMine = field.changedBy === 'mine' || (field.changedBy === 'both' && ofMine.has(field.key));
    if (!isMine) continue;
    if (field.kind === 'shape') geometry = mine.geometry;
    else if (field.kind === 'property') setOrRemove(properties, field.name, own(mine.properties, field.name));
  }
  return { geometry, properties, tags: mergedTags(base.tags, mine.tags, theirs.tags) };
}

function mergedTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const kept = theirs.filter((tag) => mine.includes(tag) || !base.includes(tag));
  const added = mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag));
  return [...kept, ...added];
}

function changedBy(base: unknown, mine: unknown, theirs: unknown): 'mine' | 'theirs' | 'both' {
  if (isSame(base, theirs)) return 'mine';
  return isSame(base, mine) ? 'theirs' : 'both';
}

function setOrRemove(properties: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete properties[name];
  else
    Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
}

function sorted(tags: readonly string[]): string[] {
  return [...tags].sort();
}
