import { invalid } from '../../model/fault.ts';
import { NAMESPACE } from '../../model/feature/feature.ts';
import { type FeatureInput, randomId } from '../../model/feature/read-input.ts';
import type { JsonObject } from '../../model/json/own.ts';
import { checkContent, repeated } from '../write/check-content.ts';
import { readBody } from '../write/read-body.ts';
import type { WriteRequest, WriteRule } from '../write/write-request.ts';

export type WriteFailure = { id?: string; position: number; message: string };

/** What a body that may go to several spaces names, in the order of the request. */
export type SplitSummary = {
  /** The body was one Feature. */
  single: boolean;
  ids: string[];
  /** Entries that were refused already; the request goes on without them. */
  failed: WriteFailure[];
};

/** What of a body goes to one space: a FeatureModificationList, and the positions its entries had in the request. */
export type BodyPart = { space: number; bytes: Uint8Array<ArrayBuffer>; positions: number[] };

/** A feature with its data, or an id without. */
type Entry = { position: number; id: string; modification: number; input?: FeatureInput };

/** A request body that is parsed and checked once, to be written into several spaces. */
export class SplitBody {
  readonly summary: SplitSummary;
  readonly #rules: WriteRule[];
  readonly #entries: Entry[] = [];

  constructor(request: Omit<WriteRequest, 'rights'>) {
    const { target, transactional, prefixId } = request;
    // Rights are for those who write.
    const content = readBody({
      ...request,
      rights: { create: true, update: true, delete: true, read: true },
    });
    if (target.kind === 'feature' && !content.single)
      throw invalid('type must be "Feature": this path takes one GeoJSON Feature');
    if (transactional) checkContent(content, prefixId);
    this.#rules = content.modifications.map(({ rule }) => rule);
    const failed: WriteFailure[] = [];
    content.modifications.forEach(({ entries, ids }, modification) => {
      const seen = new Set<string>();
      const add = (entry: Entry) => {
        const { position, id } = entry;
        if (seen.has(id)) failed.push({ id, position, message: repeated(id) });
        else this.#entries.push(entry);
        seen.add(id);
      };
      for (const { position, id, input, message } of entries) {
        if (!input) failed.push(id === undefined ? { position, message } : { id, position, message });
        else {
          const given = target.kind === 'feature' ? target.id : prefixId + (input.id ?? randomId(16));
          add({ position, id: given, modification, input });
        }
      }
      for (const { position, id } of ids) add({ position, id: prefixId + id, modification });
    });
    this.summary = { single: content.single, ids: this.#entries.map(({ id }) => id), failed };
  }

  /** The body in parts: `spaces` has the space of each id of the summary. */
  parts(spaces: readonly number[]): BodyPart[] {
    const perSpace = Map.groupBy(this.#entries.keys(), (i) => spaces[i]!);
    return [...perSpace.keys()]
      .sort((a, b) => a - b)
      .map((space) =>
        this.#part(
          space,
          perSpace.get(space)!.map((i) => this.#entries[i]!),
        ),
      );
  }

  #part(space: number, entries: Entry[]): BodyPart {
    const groups = Map.groupBy(entries, ({ modification }) => modification);
    const positions: number[] = [];
    const modifications = [...groups].map(([modification, group]) => {
      const withData = group.filter(({ input }) => input);
      const withoutData = group.filter(({ input }) => !input);
      positions.push(...[...withData, ...withoutData].map(({ position }) => position));
      const { onExists, onNotExists, onConflict } = this.#rules[modification]!;
      return {
        type: 'FeatureModification',
        onFeatureExists: onExists,
        onFeatureNotExists: onNotExists,
        onMergeConflict: onConflict,
        featureData: {
          type: 'FeatureCollection',
          features: withData.map(({ id, input }) => asFeature(id, input!)),
        },
        featureIds: withoutData.map(({ id }) => id),
      };
    });
    const text = JSON.stringify({ type: 'FeatureModificationList', modifications });
    return { space, bytes: new TextEncoder().encode(text), positions };
  }
}

/** The way back from what was read. */
function asFeature(
  id: string,
  { geometry, properties, tags, baseRevision, foreign }: FeatureInput,
): JsonObject {
  const namespace = { ...baseRevision, ...(tags ? { tags } : {}) };
  return {
    id,
    ...(geometry === undefined ? {} : { geometry }),
    properties: baseRevision || tags ? { ...properties, [NAMESPACE]: namespace } : properties,
    ...foreign,
  };
}
