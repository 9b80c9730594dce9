import { type Features, type FeatureText, MeridianError } from '@meridian/client';
import { parseJson } from '@meridian/formats/node';
import type { ImportOptions } from '../import-options.ts';
import type { SyncPlan } from './sync-plan.ts';

/** What fits into one request of a hub as it is set by default: 32 MiB and 200,000 features. */
const MAX_LENGTH = 24 * 1024 * 1024;
const MAX_CHANGES = 100_000;
const TOO_LARGE = 413;

export type Applied = {
  inserted: number;
  updated: number;
  deleted: number;
  /** Whether it was one transaction: nobody saw a part of it. */
  isAtomic: boolean;
  /** What the hub refused, of several requests; of one, nothing is written then. */
  failed: { id: string; message: string }[];
};

/** Writes a plan: in one transaction if it fits into a request, else what is new first and deletions last. */
export async function applyPlan(
  plan: SyncPlan,
  features: Features,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<Applied> {
  const { inserted, updated, deleted } = plan.numbers;
  if (inserted + updated + deleted === 0)
    return { inserted: 0, updated: 0, deleted: 0, isAtomic: true, failed: [] };
  if (inserted + updated + deleted <= MAX_CHANGES && plan.length <= MAX_LENGTH) {
    const applied = await atOnce(plan, features, options, signal);
    if (applied !== undefined) return applied;
  }
  return stepByStep(plan, features, options, signal);
}

/** Undefined where the hub takes no request of this size. */
async function atOnce(
  plan: SyncPlan,
  features: Features,
  { tags, retryTimeout: retryTimeoutMs }: ImportOptions,
  signal: AbortSignal,
): Promise<Applied | undefined> {
  const written = [];
  for await (const { text } of plan.writes()) written.push(parseJson(text) as { id: string });
  const featureIds = plan.deletions();
  try {
    const result = await features.modify(
      [
        ...(written.length > 0
          ? [
              {
                type: 'FeatureModification' as const,
                featureData: { type: 'FeatureCollection' as const, features: written },
                onFeatureExists: 'replace' as const,
                onFeatureNotExists: 'create' as const,
              },
            ]
          : []),
        ...(featureIds.length > 0
          ? [
              {
                type: 'FeatureModification' as const,
                featureIds,
                onFeatureExists: 'delete' as const,
                onFeatureNotExists: 'retain' as const,
              },
            ]
          : []),
      ],
      { transactional: true, returning: 'lists', signal, retryTimeoutMs, ...(tags && { addTags: tags }) },
    );
    const { inserted = [], updated = [], deleted = [] } = result;
    return {
      inserted: inserted.length,
      updated: updated.length,
      deleted: deleted.length,
      isAtomic: true,
      failed: [],
    };
  } catch (error) {
    if (error instanceof MeridianError && error.status === TOO_LARGE) return undefined;
    throw error;
  }
}

/** A run that is cut off leaves the space with more than it had, and the next one completes it. */
async function stepByStep(
  plan: SyncPlan,
  features: Features,
  { tags, parallel, chunkFeatures, retryTimeout: retryTimeoutMs }: ImportOptions,
  signal: AbortSignal,
): Promise<Applied> {
  const failed: Applied['failed'] = [];
  const { inserted, updated } = await features.writeAll(plan.writes() satisfies AsyncIterable<FeatureText>, {
    signal,
    retryTimeoutMs,
    parallel,
    ...(chunkFeatures !== undefined && { chunkFeatures }),
    ...(tags && { addTags: tags }),
    onChunk: (results) => {
      for (const { outcome, id, message } of results)
        if (outcome === 'failed') failed.push({ id, message: message ?? '' });
    },
  });
  // What was refused may stand for what would be deleted.
  const deleted = failed.length > 0 ? [] : await features.deleteMany(plan.deletions(), { signal });
  return { inserted, updated, deleted: deleted.length, isAtomic: false, failed };
}
