import { hasTags } from '../../model/feature/tags.ts';
import { applyWrite, type WriteOutcome } from './apply-write.ts';
import type { BodyContent } from './body-content.ts';
import type { FeatureTable } from './feature-table.ts';
import { resultOrUnprocessed } from './unprocessed.ts';
import type { ContentState, DeleteRequest, WriteRequest, WriteResult } from './write-request.ts';
import { resultText } from './write-result.ts';

/** How an engine carries out one request in a transaction. */
export type Requests = {
  readonly content: ContentState;
  /** Undone as a whole if it throws; otherwise the content has a new version if anything was changed. */
  attempt<T>(work: (now: number) => T, request: WriteRequest | DeleteRequest): T;
};

const encoder = new TextEncoder();

/** Thrown to have a dry run undone. */
class DryRun {}

/** A write, dry runs included, up to the text of its response. `body`: where it was read already. */
export function carryOutWrite(
  requests: Requests,
  table: FeatureTable,
  space: string,
  request: WriteRequest,
  body?: BodyContent,
): WriteResult {
  const { dryRun = false, returning } = request;
  return resultOrUnprocessed(
    request,
    () => requests.content,
    () => {
      const outcome = undoneIf<WriteOutcome>(dryRun, (end) =>
        requests.attempt((now) => end(applyWrite(request, space, table, now, body)), request),
      );
      const text = returning ? resultText(request, outcome, requests.content.version) : undefined;
      return { body: text === undefined ? undefined : encoder.encode(text), content: requests.content };
    },
  );
}

/** What `run` passes to `end`, which has everything undone where it was only tried. */
function undoneIf<T>(dryRun: boolean, run: (end: (result: T) => T) => T): T {
  if (!dryRun) return run((result) => result);
  const results: T[] = [];
  try {
    return run((result) => {
      results.push(result);
      throw new DryRun();
    });
  } catch (error) {
    if (error instanceof DryRun) return results[0]!;
    throw error;
  }
}

/** Removes those of the features named that have the tags, and were last written when the request says; gives their ids. */
export function removeIds(table: FeatureTable, { ids, tags, writtenAt }: DeleteRequest): string[] {
  const removed: string[] = [];
  for (const id of new Set(ids)) {
    const row = table.get(id);
    if (!row || (tags && !hasTags(row.feature.tags, tags))) continue;
    if (writtenAt && writtenAt.get(id) !== row.updatedAt) continue;
    table.remove(row);
    removed.push(id);
  }
  return removed;
}
