import type { WriteOutcome } from './apply-write.ts';
import type { WriteRequest } from './write-request.ts';

/**
 * The result of a write: the one feature where its path is that of one, else a collection. `version`: the version that the
 * space is at now, shown where it retains its versions.
 */
export function resultText(
  { target, returning, versioning }: WriteRequest,
  outcome: WriteOutcome,
  version: number,
): string {
  const shownVersion = versioning?.versionsToKeep === undefined ? undefined : version;
  if (returning === 'lists') return collectionText({ ...outcome, texts: [] }, shownVersion);
  const asFeature =
    target.kind === 'feature' || (target.kind === 'newFeature' && target.returning === 'feature');
  return asFeature && outcome.single ? outcome.texts[0]! : collectionText(outcome, shownVersion);
}

/** The FeatureCollection that a write results in, put together from the texts that were stored. */
export function collectionText(outcome: WriteOutcome, version?: number): string {
  let tail = version === undefined ? '' : `,"version":${version}`;
  for (const list of ['inserted', 'updated', 'deleted', 'failed'] as const)
    if (outcome[list].length > 0) tail += `,"${list}":${JSON.stringify(outcome[list])}`;
  return `{"type":"FeatureCollection","features":[${outcome.texts.join(',')}]${tail}}`;
}
