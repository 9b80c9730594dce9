import assert from 'node:assert/strict';
import type { Query } from './arbitrary.query.ts';
import { type Command, WriteCommand } from './commands.write.ts';
import { expectFeature, expectFeatures, expectStatus, featuresOf, WHOLE } from './expect.ts';
import { type Claim, type Entry, NAMESPACE, type TagChange } from './feature.ts';
import { at, type Json, type JsonObject, member } from './json.ts';
import type { IfConflict, IfExists, IfMissing } from './modification.ts';
import { find } from './reads.ts';
import type { Real } from './real.ts';
import { SpaceModel } from './space.ts';

/** The space as it was in some version, page by page, and each of its features alone. */
export class ReadVersionCommand implements Command {
  readonly pick: number;
  readonly query: Query;
  readonly limit: number;

  constructor(pick: number, query: Query, limit: number) {
    this.pick = pick;
    this.query = query;
    this.limit = limit;
  }

  check(space: Readonly<SpaceModel>): boolean {
    return space.versions !== undefined;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const versions = space.versions!;
    // One too many now and then: such a version is not there.
    const version = this.pick % (versions.latest + 2);
    const first = await real.read(`/iterate?version=${version}&limit=${this.limit}&${this.query.text}`);
    if (!versions.hasHistory) return expectStatus(first, 400);
    if (version < versions.oldest || version > versions.latest) return expectStatus(first, 404);
    const found = featuresOf(first);
    for (let page = first; page.body.handle !== undefined; found.push(...featuresOf(page)))
      page = await real.read(
        `/iterate?version=${version}&limit=${this.limit}&handle=${page.body.handle}&${this.query.text}`,
      );
    const then = new SpaceModel(space.id, versions);
    then.entries = new Map(versions.at(version));
    expectFeatures(found, find(then, this.query), then, this.query);
    for (const id of new Set([...then.entries.keys(), ...space.entries.keys()])) {
      const response = await real.read(`/features/${encodeURIComponent(id)}?version=${version}`);
      const entry = then.entries.get(id);
      expectStatus(response, entry ? 200 : 404);
      if (entry) expectFeature(response.body, entry, then, WHOLE);
    }
  }

  toString(): string {
    return `GET iterate in a version (${this.pick}) by ${this.limit} ${this.query.text}`;
  }
}

/** What each version of a range changed, page by page. */
export class ChangesetsCommand implements Command {
  readonly from: number;
  readonly to: number;
  readonly limit: number;

  constructor(from: number, to: number, limit: number) {
    this.from = from;
    this.to = to;
    this.limit = limit;
  }

  check(space: Readonly<SpaceModel>): boolean {
    return space.versions?.hasHistory === true && space.versions.latest > 0;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const { oldest, latest } = space.versions!;
    const from = oldest + (this.from % (latest - oldest + 1));
    const to = from + (this.to % (latest - from + 1));
    const found: [version: string, change: string, feature: Json][] = [];
    for (let token = ''; ; ) {
      const path = `/changesets?startVersion=${from}&endVersion=${to}&limit=${this.limit}${token}`;
      const { status, body, text } = await real.read(path);
      assert.equal(status, 200, text);
      const before = found.length;
      for (const [version, changeset] of Object.entries(body.versions as JsonObject))
        for (const change of ['inserted', 'updated', 'deleted'])
          for (const feature of at(changeset, [change, 'features']) as Json[])
            found.push([version, change, feature]);
      const next = body.nextPageToken;
      assert.ok(found.length - before <= this.limit, 'a page holds at most limit features');
      if (next === undefined) break;
      assert.equal(found.length - before, this.limit, 'a page with a token is full');
      token = `&pageToken=${next}`;
    }
    const expected: [version: string, change: string, entry: Entry][] = [];
    for (let version = from; version <= to; version++)
      for (const [change, entry] of changes(space, version)) expected.push([`${version}`, change, entry]);
    assert.deepEqual(
      found.map(([version, change, feature]) => [version, change, member(feature, 'id')]),
      expected.map(([version, change, { id }]) => [version, change, id]),
    );
    for (const [index, [version, change, entry]] of expected.entries()) {
      const feature = found[index]![2];
      expectFeature(change === 'deleted' ? undeleted(feature, version, entry) : feature, entry, space, WHOLE);
    }
  }

  toString(): string {
    return `GET changesets from ${this.from} to ${this.to} by ${this.limit}`;
  }
}

/** A deleted feature says so, and which version deleted it; else it is as it was. */
function undeleted(feature: Json, version: string, entry: Entry): Json {
  const copy = structuredClone(feature);
  const namespace = at(copy, ['properties', NAMESPACE]) as JsonObject;
  assert.deepEqual([namespace.deleted, namespace.version], [true, Number(version)]);
  delete namespace.deleted;
  namespace.version = entry.version!;
  return copy;
}

/** Inserted and updated features as they became, deleted ones as they were; each in insertion order. */
function changes({ versions }: SpaceModel, version: number): [change: string, entry: Entry][] {
  const [before, after] = [versions!.at(version - 1), versions!.at(version)];
  const entries = [...after.values()];
  return [
    ...entries.filter(({ id }) => !before.has(id)).map((entry) => ['inserted', entry] as [string, Entry]),
    ...entries
      .filter((entry) => before.has(entry.id) && before.get(entry.id) !== entry)
      .map((entry) => ['updated', entry] as [string, Entry]),
    ...[...before.values()]
      .filter(({ id }) => !after.has(id))
      .map((entry) => ['deleted', entry] as [string, Entry]),
  ];
}

interface Plan {
  readonly version: number;
  readonly feature: number;
  readonly by: 'uuid' | 'version';
  readonly ifExists: IfExists;
  readonly ifMissing: IfMissing;
  readonly ifConflict: IfConflict;
  readonly edits: {
    readonly rank?: number;
    readonly deep?: JsonObject;
    readonly list?: number[];
    readonly tags?: string[];
    /** Takes the geometry away. */
    readonly ground?: boolean;
  };
  readonly tags: TagChange;
}

/** Sends a feature as it was in some version, changed, and says which that was. */
export class StaleWriteCommand implements Command {
  readonly plan: Plan;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** What has expired may still be found for a while: what a merge makes of it then is nobody's promise. */
  check({ versions }: Readonly<SpaceModel>): boolean {
    return versions !== undefined && versions.latest > 0 && (versions.keepsAll || !versions.hasHistory);
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    // The uuids of all that is there become known.
    expectFeatures(featuresOf(await real.read('/search')), [...space.entries.values()], space);
    const { edits, ifExists, ifMissing, ifConflict, tags } = this.plan;
    const versions = space.versions!;
    const version = 1 + (this.plan.version % versions.latest);
    const entries = [...versions.at(version).values()];
    const base = entries[this.plan.feature % entries.length];
    const claim = base && this.claim(base, version, versions.hasHistory, versions.hasUuids);
    if (!base || !claim) return;
    const { rank, deep, list, ground } = edits;
    const sent = {
      id: base.id,
      geometry: ground ? null : base.geometry,
      properties: {
        ...base.properties,
        ...(rank !== undefined && { rank }),
        ...(deep && { deep }),
        ...(list && { list }),
      },
      tags: edits.tags ?? base.tags,
      foreign: base.foreign,
      claim,
    };
    const modification = { features: [sent], ifExists, ifMissing, ifConflict };
    const write = { ...tags, modifications: [modification], transactional: true, prefixId: '' };
    await new WriteCommand('POST', write, 'collection', false).run(space, real);
  }

  claim(base: Entry, version: number, hasHistory: boolean, hasUuids: boolean): Claim | undefined {
    const uuid = base.uuids?.uuid;
    if (hasUuids && (this.plan.by === 'uuid' || !hasHistory))
      return uuid === undefined ? undefined : { uuid: String(uuid) };
    return { version };
  }

  toString(): string {
    return `POST an older state ${JSON.stringify(this.plan)}`;
  }
}
