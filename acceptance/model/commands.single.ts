import assert from 'node:assert/strict';
import type { Command } from './commands.write.ts';
import { expectFeature, expectFeatures, expectStatus, featuresOf, WHOLE } from './expect.ts';
import { bodyOf, type FeatureInput, NAMESPACE, type TagChange } from './feature.ts';
import { at, type Json, member } from './json.ts';
import type { IfExists } from './modification.ts';
import type { Real } from './real.ts';
import type { SpaceModel } from './space.ts';
import { spellTags, type TagFilter } from './tags.ts';

export type SingleWrite = 'PUT' | 'PATCH' | 'PUT new';

/** A write of one feature under its path, or of a new one under `/features/`. */
export class WriteOneCommand implements Command {
  readonly kind: SingleWrite;
  readonly id: string;
  readonly input: FeatureInput;
  readonly tags: TagChange;

  constructor(kind: SingleWrite, id: string, input: FeatureInput, tags: TagChange) {
    this.kind = kind;
    this.id = id;
    this.input = input;
    this.tags = tags;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const [method = ''] = this.kind.split(' ');
    const response = await real.send(method, this.path(), { body: bodyOf(this.input) });
    if (this.input.faulty) return expectStatus(response, 400);
    if (this.kind === 'PATCH' && !space.entries.has(this.id)) return expectStatus(response, 404);
    const outcome = space.write(
      {
        ...this.tags,
        modifications: [{ features: [this.named()], ifExists: this.rule(), ifMissing: 'create' }],
        transactional: true,
        prefixId: '',
      },
      () => String(member(response.body, 'id')),
    );
    expectStatus(response, 200);
    const [entry] = outcome.features;
    assert.ok(entry);
    expectFeature(response.body, entry, space, WHOLE);
    assert.equal(at(response.body, ['properties', NAMESPACE, 'space']), real.id);
  }

  /** The path's id wins over the body's. */
  named(): FeatureInput {
    return this.kind === 'PUT new' ? this.input : { ...this.input, id: this.id };
  }

  rule(): IfExists {
    return this.kind === 'PATCH' ? 'patch' : 'replace';
  }

  path(): string {
    const query = [
      ...this.tags.addTags.map((tag) => `addTags=${encodeURIComponent(tag)}`),
      ...this.tags.removeTags.map((tag) => `removeTags=${encodeURIComponent(tag)}`),
    ].join('&');
    return `/features/${this.kind === 'PUT new' ? '' : encodeURIComponent(this.id)}${query && `?${query}`}`;
  }

  toString(): string {
    return `${this.kind} ${this.path()} ${JSON.stringify(bodyOf(this.input))}`;
  }
}

export class DeleteOneCommand implements Command {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const response = await real.send('DELETE', `/features/${encodeURIComponent(this.id)}`);
    expectStatus(response, space.remove([this.id], []).length > 0 ? 204 : 404);
  }

  toString(): string {
    return `DELETE one ${this.id}`;
  }
}

/** Deletes what matches both the ids and the tags; either may be absent, or `*`. */
export class DeleteManyCommand implements Command {
  readonly ids: readonly string[];
  readonly tags: TagFilter;
  readonly everything: boolean;
  readonly listed: boolean;

  constructor(ids: readonly string[], tags: TagFilter, everything: boolean, listed: boolean) {
    this.ids = ids;
    this.tags = tags;
    this.everything = everything;
    this.listed = listed;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const response = await real.send('DELETE', this.path(), {
      headers: this.listed ? { accept: 'application/json' } : {},
    });
    if (!this.everything && this.ids.length === 0 && this.tags.length === 0)
      return expectStatus(response, 400);
    const gone = this.everything
      ? space.remove(undefined, [])
      : space.remove(this.ids.length > 0 ? this.ids : undefined, this.tags);
    if (!this.listed) return expectStatus(response, 204);
    expectFeatures(featuresOf(response), [], space);
    const deleted = (response.body.deleted ?? []) as Json[];
    assert.deepEqual([...deleted].sort(), [...gone].sort(), 'deleted ids');
    assert.equal('deleted' in response.body, gone.length > 0, 'an empty list is omitted');
  }

  path(): string {
    const ids = this.ids.map((id) => `id=${encodeURIComponent(id)}`);
    const tags = this.tags.length > 0 ? [`tags=${spellTags(this.tags)}`] : [];
    return `/features?${this.everything ? 'tags=*' : [...ids, ...tags].join('&')}`;
  }

  toString(): string {
    return `DELETE ${this.path()}`;
  }
}
