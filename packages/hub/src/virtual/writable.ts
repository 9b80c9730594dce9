import {
  type BodyPart,
  type BodySplitter,
  type DeleteRequest,
  type DeleteResult,
  type FeatureFilter,
  type FeatureStore,
  type FeatureTest,
  isPlainGroup,
  missing,
  type SplitSummary,
  type WriteFailure,
  type WriteRequest,
  type WriteResult,
} from '@meridian/store';
import type { QueueTicket } from '../load/fair-queue.ts';
import type { Resolved } from './upstreams.ts';

type Lists = { inserted?: string[]; updated?: string[]; deleted?: string[]; failed?: WriteFailure[] };

/** What a list of spaces is wrapped in adds this many levels to a body. */
const WRAPPING_LEVELS = 10;

/** Where a caller may write: a space with features of its own, or a virtual one. */
export interface Writable {
  write(request: Omit<WriteRequest, 'rights'>, ticket: QueueTicket): Promise<WriteResult>;
  delete(request: DeleteSelection, ticket: QueueTicket): Promise<DeleteResult>;
}

/** Which features to delete: by ids, by tags, and by what they must pass besides; absent = all. */
export type DeleteSelection = DeleteRequest & { tests?: readonly FeatureTest[] };

/** The same as a filter. */
export function filterOf({ ids, tags, tests = [] }: DeleteSelection): FeatureFilter {
  const byId = ids
    ? [{ root: 'feature' as const, path: ['id'], comparison: '=' as const, operands: ids }]
    : [];
  return { tags: tags ?? [], tests: [...byId, ...tests] };
}

/**
 * A virtual space that a caller may change: each feature goes to the space it came from, new ones to the first.
 * `space` opens the space of a number for writing, or throws why it can't be written.
 */
export class VirtualWriting {
  readonly #resolved: Resolved;
  readonly #space: (leaf: number) => Writable;
  readonly #features: FeatureStore;
  readonly #splitter: BodySplitter;

  constructor(
    resolved: Resolved,
    space: (leaf: number) => Writable,
    features: FeatureStore,
    splitter: BodySplitter,
  ) {
    this.#resolved = resolved;
    this.#space = space;
    this.#features = features;
    this.#splitter = splitter;
  }

  write(request: Omit<WriteRequest, 'rights'>, ticket: QueueTicket): Promise<WriteResult> {
    return this.#splitter.split(request, async (summary, parts) => {
      const origins = await this.#features.locate(this.#resolved.source, summary.ids);
      const isMissing = request.rule.onNotExists === 'error' && origins[0]?.length === 0;
      if (request.target.kind === 'feature' && isMissing) throw missing();
      const spaces = origins.map((found) => found.at(-1) ?? 0);
      const writeAll = async (dryRun: boolean) => {
        const lists: Lists[] = [];
        for (const part of await parts(spaces))
          lists.push(await this.#writePart(request, part, dryRun, ticket));
        return lists;
      };
      // Nothing is written anywhere before each space has said that it would take its part.
      if (new Set(spaces).size > 1) await writeAll(true);
      const lists = await writeAll(false);
      return this.#result(request, summary, lists);
    });
  }

  async #writePart(
    request: Omit<WriteRequest, 'rights'>,
    { space, bytes, positions }: BodyPart,
    dryRun: boolean,
    ticket: QueueTicket,
  ): Promise<Lists> {
    const { limits } = request;
    const { body } = await this.#space(space).write(
      {
        ...request,
        target: { kind: 'collection' },
        body: { bytes, coding: 'identity', lines: false },
        prefixId: '',
        limits: {
          ...limits,
          maxBodyBytes: Number.MAX_SAFE_INTEGER,
          ...(limits.maxDepth === undefined ? {} : { maxDepth: limits.maxDepth + WRAPPING_LEVELS }),
        },
        returning: 'lists',
        ...(dryRun ? { dryRun } : {}),
      },
      ticket,
    );
    const lists = JSON.parse(Buffer.from(body!).toString()) as Lists;
    const failed = lists.failed?.map((failure) => ({ ...failure, position: positions[failure.position]! }));
    return { ...lists, ...(failed ? { failed } : {}) };
  }

  async #result(
    request: Omit<WriteRequest, 'rights'>,
    { single, ids, failed }: SplitSummary,
    parts: Lists[],
  ): Promise<WriteResult> {
    const content = { version: 0, updatedAt: 0 };
    if (request.returning === false) return { body: undefined, content };
    const order = new Map(ids.map((id, i) => [id, i]));
    const inOrder = (name: 'inserted' | 'updated' | 'deleted') =>
      parts.flatMap((part) => part[name] ?? []).sort((a, b) => order.get(a)! - order.get(b)!);
    const lists = {
      inserted: inOrder('inserted'),
      updated: inOrder('updated'),
      deleted: inOrder('deleted'),
      failed: [...failed, ...parts.flatMap((part) => part.failed ?? [])].sort(
        (a, b) => a.position - b.position,
      ),
    };
    const unseen = new Set([...lists.deleted, ...lists.failed.map(({ id }) => id)]);
    const shown = ids.filter((id) => !unseen.has(id));
    const texts =
      request.returning === 'lists' ? [] : await this.#features.byId(this.#resolved.source, shown, {});
    const { target } = request;
    const asFeature =
      target.kind === 'feature' || (target.kind === 'newFeature' && target.returning === 'feature');
    const text = asFeature && single ? texts[0]! : collectionText(texts, lists);
    return { body: new TextEncoder().encode(text), content };
  }

  async delete(request: DeleteSelection, ticket: QueueTicket): Promise<DeleteResult> {
    const found = await this.#found(request);
    const perSpace = new Map<number, string[] | undefined>();
    if (found)
      for (const { id, origins } of found)
        for (const leaf of origins) {
          const ids = perSpace.get(leaf);
          if (ids) ids.push(id);
          else perSpace.set(leaf, [id]);
        }
    else this.#resolved.leaves.forEach((_, leaf) => void perSpace.set(leaf, undefined));
    const spaces = [...perSpace].map(([leaf, ids]) => ({ space: this.#space(leaf), ids }));
    const deleted: string[] = [];
    for (const { space, ids } of spaces) {
      const result = await space.delete(
        ids ? { ...request, ids, tags: undefined, tests: [] } : request,
        ticket,
      );
      deleted.push(...result.ids);
    }
    const ids = found ? found.map(({ id }) => id) : deleted;
    const gone = new Set(deleted);
    return { ids: ids.filter((id) => gone.has(id)), content: { version: 0, updatedAt: 0 } };
  }

  /** Which features are meant and where they came from; undefined if each space can decide by itself. */
  async #found(request: DeleteSelection): Promise<{ id: string; origins: number[] }[] | undefined> {
    const { ids, tags, tests = [] } = request;
    const { source } = this.#resolved;
    if (!ids && isPlainGroup(source)) return undefined;
    if (ids && !tags && tests.length === 0) {
      const unique = [...new Set(ids)];
      const origins = await this.#features.locate(source, unique);
      return unique.map((id, i) => ({ id, origins: origins[i]! }));
    }
    return this.#features.locateMatching(source, filterOf(request));
  }
}

function collectionText(texts: readonly string[], lists: Required<Lists>): string {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  const tail = filled.map(([name, list]) => `,"${name}":${JSON.stringify(list)}`).join('');
  return `{"type":"FeatureCollection","features":[${texts.join(',')}]${tail}}`;
}
