import { FeatureText, type JsonObject } from '@meridian/client';
import { contentDigest, type Notebook, notebook, parseJson } from '@meridian/formats/node';
import type { Counts, Fate } from '../ledger.ts';
import { withOtherId } from '../prepare.ts';
import { keyOf, type SpaceContents } from './space-contents.ts';
import type { SyncMode } from './sync-modes.ts';

type Planned = { fate: Fate; line: number; counts: Counts };

/** What the hub has to be sent so that a space becomes what the files say. */
export class SyncPlan {
  /** Characters of the features to be written. */
  length = 0;
  readonly #mode: SyncMode;
  readonly #key: string | undefined;
  readonly #tags: readonly string[];
  readonly #contents: SpaceContents;
  readonly #lines: Notebook;
  readonly #planned = new Map<string, Planned>();
  #line = 0;

  private constructor(
    contents: SpaceContents,
    options: { mode: SyncMode; key?: string; tags?: readonly string[] },
    lines: Notebook,
  ) {
    this.#contents = contents;
    this.#mode = options.mode;
    this.#key = options.key;
    this.#tags = options.tags ?? [];
    this.#lines = lines;
  }

  /** Call `dispose` when done with it: what is to be written is in a temporary file. */
  static async create(
    contents: SpaceContents,
    options: { mode: SyncMode; key?: string; tags?: readonly string[] },
  ): Promise<SyncPlan> {
    return new SyncPlan(contents, options, await notebook());
  }

  /** The feature under the id of the one in the space, or earlier in the files, that has its key; a text is why not. */
  identify(feature: FeatureText): FeatureText | string {
    if (this.#key === undefined) return feature;
    const key = keyOf(parseJson(feature.text) as JsonObject, this.#key);
    if (key === undefined) return `has no property ${JSON.stringify(this.#key)}, which is the key`;
    const id = this.#contents.idByKey.get(key);
    if (id !== undefined) return id === feature.id ? feature : withOtherId(feature, id);
    const other = this.#contents.byId.get(feature.id);
    if (other !== undefined || this.#planned.has(feature.id))
      return `has the key ${key} and the id ${JSON.stringify(feature.id)}, which another feature has`;
    this.#contents.idByKey.set(key, feature.id);
    return feature;
  }

  /** Decides on a feature; one with the same id before it no longer counts. `counts` are those of its file. */
  async add(feature: FeatureText, counts: Counts): Promise<Fate> {
    const earlier = this.#planned.get(feature.id);
    if (earlier !== undefined) {
      earlier.counts[earlier.fate]--;
      earlier.counts.repeated++;
    }
    const fate = this.#fateOf(feature);
    const isWritten = fate === 'inserted' || fate === 'updated';
    this.#planned.set(feature.id, { fate, line: isWritten ? this.#line++ : -1, counts });
    if (isWritten) await this.#lines.add(JSON.stringify([feature.id, feature.text]));
    if (isWritten) this.length += feature.text.length;
    return fate;
  }

  #fateOf(feature: FeatureText): Fate {
    const stored = this.#contents.byId.get(feature.id);
    if (stored === undefined) return 'inserted';
    if (this.#mode === 'append') return 'skipped';
    const digest = contentDigest(parseJson(feature.text) as JsonObject, this.#tags);
    return digest === stored.digest ? 'unchanged' : 'updated';
  }

  /** Of all files. */
  get numbers(): { inserted: number; updated: number; unchanged: number; deleted: number; after: number } {
    const numbers = { inserted: 0, updated: 0, unchanged: 0, deleted: this.deletions().length };
    for (const { fate } of this.#planned.values())
      if (fate === 'inserted' || fate === 'updated' || fate === 'unchanged') numbers[fate]++;
    return { ...numbers, after: this.#contents.byId.size + numbers.inserted - numbers.deleted };
  }

  /** What is in the files. */
  get size(): number {
    return this.#planned.size;
  }

  /** Ids of features that are in the space and not in the files, where these are all there is to be. */
  deletions(): string[] {
    if (this.#mode !== 'replace') return [];
    return [...this.#contents.byId.keys()].filter((id) => !this.#planned.has(id));
  }

  async *writes(): AsyncGenerator<FeatureText> {
    let line = 0;
    for await (const text of this.#lines.lines()) {
      const [id, feature] = JSON.parse(text) as [string, string];
      if (this.#planned.get(id)?.line === line++) yield new FeatureText(id, feature);
    }
  }

  dispose(): Promise<void> {
    return this.#lines.dispose();
  }
}
