import {
  type ContentState,
  Fault,
  invalid,
  isObject,
  type JsonObject,
  mergePatch,
  missing,
  randomId,
  type SpaceRecord,
  type Store,
} from '@meridian/store';
import type { Access } from './access.ts';
import { activityLogsOf, withLogIds } from './activity/listener.ts';
import { checkLogs, logDefinition, mayLogInto } from './activity/log-space.ts';
import { withBindings, withLogs, withMissingBindings, withUpstreams } from './bindings.ts';
import { refuseUnknownPlugins, unknownPlugins } from './known-plugins.ts';
import { requirePackages } from './packages.ts';
import type { ProcessedWrites } from './processed-writes.ts';
import { processingOf } from './processing.ts';
import {
  type Caller,
  may,
  requireAnyRight,
  requireRight,
  requireSomewhere,
  rightsOn,
  subjectOf,
} from './rights.ts';
import { keptSchemaTexts, type SchemaReader, withSchemaTexts } from './schema-texts.ts';
import { checkSearchable } from './searchable.ts';
import {
  answerDefinition,
  readDefinition,
  readFields,
  readPatch,
  SERVER_FIELDS,
} from './space-definition.ts';
import { contentTime, isOwnedBy, matchesTimes, type SpaceList, type SpaceListQuery } from './space-list.ts';
import { changeIndexes, makeTables, removeTables } from './space-tables.ts';
import { Turns } from './turns.ts';
import { latestContent } from './virtual/content.ts';
import { upstreamsOf, withStorage } from './virtual/storage.ts';
import { checkUpstreams, existingLeaves, type Resolved, resolveVirtual } from './virtual/upstreams.ts';

/** The spaces of a hub. The catalogue keeps all definitions in memory as well as durably. */
export class Spaces {
  readonly #store: Store;
  readonly #access: Access;
  readonly #records: ReadonlyMap<string, SpaceRecord>;
  readonly #turns = new Turns();
  readonly #processed: ProcessedWrites;

  constructor(store: Store, access: Access, processed: ProcessedWrites) {
    this.#processed = processed;
    this.#store = store;
    this.#access = access;
    this.#records = store.catalogue.spaces.known;
  }

  get count(): number {
    return this.#records.size;
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  /** The space of this id; a fault where there is none. */
  record(id: string): SpaceRecord {
    const record = this.#records.get(id);
    if (!record) throw missing();
    return record;
  }

  /** What a virtual space leads to; undefined for one that has features of its own. */
  resolved(record: SpaceRecord): Resolved | undefined {
    return upstreamsOf(record.definition) && resolveVirtual(record, (id) => this.#records.get(id));
  }

  async list(caller: Caller, query: SpaceListQuery): Promise<SpaceList> {
    requireAnyRight(caller);
    const page = this.#candidates(caller, query);
    const records = query.limit === undefined ? page : page.slice(0, query.limit);
    const contents = await this.#contents(caller, records);
    const spaces = records.flatMap((record, i) => {
      const time = contentTime(record, contents[i]!);
      if (!matchesTimes(time, query.contentUpdatedAt)) return [];
      const space = { ...this.#shown(caller, record), contentUpdatedAt: time };
      return query.includeRights ? { ...space, rights: rightsOn(caller, subjectOf(record)) } : space;
    });
    return { spaces, next: records.length < page.length ? records.at(-1)!.serial : undefined };
  }

  #candidates(caller: Caller, query: SpaceListQuery): SpaceRecord[] {
    return [...this.#records.values()].filter(
      (record) =>
        record.serial > query.after &&
        isOwnedBy(query, record.definition.owner, caller.account.id) &&
        rightsOn(caller, subjectOf(record)).length > 0 &&
        (query.tag === undefined ||
          ((record.definition.tags as string[] | undefined) ?? []).includes(query.tag)),
    );
  }

  get(caller: Caller, id: string): Promise<JsonObject> {
    const record = this.record(id);
    if (rightsOn(caller, subjectOf(record)).length === 0) requireRight(caller, record, 'readFeatures');
    return this.#answer(caller, record);
  }

  /** The check of `create` that comes before its body is looked at. */
  requireCreatable(caller: Caller): void {
    requireSomewhere(caller, 'manageSpaces');
  }

  async create(caller: Caller, body: unknown, now: number, read: SchemaReader): Promise<JsonObject> {
    if (!isObject(body)) readDefinition(body);
    const { owner, ...sent } = body as JsonObject;
    if (owner != null && typeof owner !== 'string') throw invalid('owner must be a string');
    for (const name of SERVER_FIELDS) delete sent[name];
    const definition = readDefinition(sent);
    const id = (definition.id as string | undefined) ?? this.#newId();
    const subject = {
      id,
      owner: await this.#ownerFor(caller, owner),
      packages: (definition.packages as string[]) ?? [],
      shared: false,
    };
    if (!may(caller, 'manageSpaces', subject))
      throw new Fault('forbidden', `the token lacks the right manageSpaces on space ${JSON.stringify(id)}`);
    const appId = caller.token.appId;
    refuseUnknownPlugins(definition);
    const complete: JsonObject = {
      ...withLogIds(definition, id),
      id,
      owner: subject.owner,
      ...(appId === undefined ? {} : { cid: appId }),
      createdAt: now,
      updatedAt: now,
    };
    const most = caller.token.limits?.maxSpaces;
    checkSearchable(complete);
    checkLogs(caller, id, complete, (log) => this.#records.get(log));
    const whole = await withSchemaTexts(complete, {}, read);
    await this.#checkProcessing(caller, whole);
    const made = await this.#inTurn(id, whole, () => {
      requirePackages(caller, { id, before: {}, after: whole }, this.all());
      return this.#add(id, this.#bound(caller, whole, whole), most);
    });
    await this.#makeLogs(made);
    return this.#answer(caller, made);
  }

  /** The checks of `patch` that come before its body is looked at. */
  requireManageable(caller: Caller, id: string): void {
    requireRight(caller, this.record(id), 'manageSpaces', 'adminSpaces');
  }

  async #add(id: string, definition: JsonObject, most?: number): Promise<SpaceRecord> {
    const taken = () => new Fault('conflict', `a space with the id ${JSON.stringify(id)} exists already`);
    if (this.#records.has(id)) throw taken();
    const tooMany = () =>
      new Fault('forbidden', `the token's quota maxSpaces is ${most}: delete a space first`);
    if (most !== undefined && this.#countOf(definition.owner) >= most) throw tooMany();
    checkUpstreams(id, definition, (upstream) => this.#records.get(upstream));
    const place = await makeTables(this.#store, id, definition);
    // Where this fails, the space may be there all the same.
    const record = await this.#store.catalogue.spaces.add(place, definition, most);
    if (typeof record === 'string') {
      await removeTables(this.#store, place);
      throw record === 'taken' ? taken() : tooMany();
    }
    return record;
  }

  #countOf(owner: unknown): number {
    return [...this.#records.values()].filter(({ definition }) => definition.owner === owner).length;
  }

  patch(caller: Caller, id: string, body: unknown, now: number, read: SchemaReader): Promise<JsonObject> {
    return this.#inTurn(id, body, () => this.#patch(caller, id, body, now, read));
  }

  /**
   * Changes of one space follow one another, and so do those of all storages, two of which could make a circle, and of
   * all packages, which two accounts could begin at once.
   */
  #inTurn<T>(id: string, change: unknown, work: () => Promise<T>): Promise<T> {
    const shared = ['storage', 'packages'].filter((name) => isObject(change) && change[name] !== undefined);
    return shared.reduce(
      (next, name) => () => this.#turns.take(`/${name}`, next),
      () => this.#turns.take(id, work),
    )();
  }

  /** What definitions name and the hub does not have, by space. */
  unknownPlugins(): { space: string; names: string[] }[] {
    return [...this.#records.values()].flatMap(({ id, definition }) => {
      const names = unknownPlugins(definition).map((plugin) => `${plugin.field}.${plugin.id}`);
      return names.length > 0 ? { space: id, names } : [];
    });
  }

  async #patch(
    caller: Caller,
    id: string,
    body: unknown,
    now: number,
    read: SchemaReader,
  ): Promise<JsonObject> {
    this.requireManageable(caller, id);
    const record = this.record(id);
    const patch = readPatch(body, record.definition);
    if (patch.id !== undefined && patch.id !== id)
      throw invalid(`id can't be changed: the space is ${JSON.stringify(id)}`);
    if (patch.owner !== undefined && patch.owner !== record.definition.owner)
      await this.#checkNewOwner(caller, record, patch.owner);
    else requireRight(caller, record, 'manageSpaces');
    const before = record.definition;
    const fields = readFields(withLogIds(withStorage(mergePatch(before, patch), before, patch), id));
    refuseUnknownPlugins(fields, before);
    checkSearchable(fields, before);
    requirePackages(caller, { id, before, after: fields }, this.all());
    const merged = await withSchemaTexts(fields, keptSchemaTexts(record.definition, patch), read);
    await this.#checkProcessing(caller, merged, record.definition);
    checkUpstreams(id, merged, (upstream) => this.#records.get(upstream));
    if (patch.listeners !== undefined) checkLogs(caller, id, merged, (log) => this.#records.get(log));
    const definition = {
      ...this.#bound(caller, merged, patch),
      updatedAt: Math.max(now, (record.definition.updatedAt as number) + 1),
    };
    const updated = await this.#store.catalogue.spaces.update(record, definition);
    // Another process was quicker: what it changed is known now, and the patch goes on top of it.
    if (!updated) return this.#patch(caller, id, body, now, read);
    if (patch.searchableProperties !== undefined)
      await changeIndexes(this.#store, updated, record.definition);
    await this.#makeLogs(updated);
    return this.#answer(caller, updated);
  }

  all(): Iterable<SpaceRecord> {
    return this.#records.values();
  }

  /** Refuses a rule or schema that can't be used; what was in use before is known to be fine. */
  async #checkProcessing({ account }: Caller, definition: JsonObject, before?: JsonObject): Promise<void> {
    const processing = processingOf(definition);
    if (!processing || (before && processingOf(before)?.text === processing.text)) return;
    await this.#processed.check(processing, { party: account.id, signal: new AbortController().signal });
  }

  async #makeLogs(record: SpaceRecord): Promise<void> {
    for (const { spaceId } of activityLogsOf(record.definition)) await this.logSpace(spaceId, record);
  }

  /**
   * The space of a log, created for the owner of what is logged where there is none. Undefined where the space that has
   * the id now is not to get these entries.
   */
  logSpace(id: string, source: SpaceRecord): Promise<SpaceRecord | undefined> {
    return this.#turns.take(id, async () => {
      const known = this.#records.get(source.id);
      const current = known?.serial === source.serial ? known : source;
      const log = this.#records.get(id);
      if (!log) return this.#add(id, logDefinition(id, current));
      return (await mayLogInto(current, log, (account) => this.#access.account(account))) ? log : undefined;
    });
  }

  /** The ids of other spaces that a change sets stand for the spaces that have them now. */
  #bound(caller: Caller, definition: JsonObject, change: JsonObject): JsonObject {
    const recordOf = (id: string) => this.#records.get(id);
    const bound = change.storage === undefined ? definition : withUpstreams(definition, recordOf);
    const logged =
      change.listeners === undefined ? bound : withLogs(bound, recordOf, () => caller.account.id);
    return withBindings(logged, { globalVersioning: true });
  }

  /** The same for definitions that were stored before there were bindings. */
  async bindOlder(): Promise<void> {
    for (const id of [...this.#records.keys()]) await this.#turns.take(id, () => this.#bindOlder(id));
  }

  async #bindOlder(id: string): Promise<void> {
    const record = this.#records.get(id);
    const bound = record && withMissingBindings(record.definition, (other) => this.#records.get(other));
    if (!bound) return;
    // Another process was quicker: it may have bound them as well.
    if (!(await this.#store.catalogue.spaces.update(record, bound))) await this.#bindOlder(id);
  }

  /** Gives the definition the space had. */
  delete(caller: Caller, id: string): Promise<JsonObject> {
    return this.#turns.take(id, () => this.#delete(caller, id));
  }

  async #delete(caller: Caller, id: string): Promise<JsonObject> {
    const record = this.record(id);
    requireRight(caller, record, 'manageSpaces');
    const answer = await this.#answer(caller, record);
    if (!(await this.#store.catalogue.spaces.remove(record))) throw missing();
    await removeTables(this.#store, record);
    return answer;
  }

  async #ownerFor(caller: Caller, owner: unknown): Promise<string> {
    const me = caller.account.id;
    if (typeof owner !== 'string' || owner === me || !(await this.#access.hasAccount(owner))) return me;
    return may(caller, 'adminSpaces', { id: '', owner, packages: [], shared: false }) ? owner : me;
  }

  async #checkNewOwner(caller: Caller, record: SpaceRecord, owner: unknown): Promise<void> {
    requireRight(caller, record, 'adminSpaces');
    if (typeof owner !== 'string' || !(await this.#access.hasAccount(owner)))
      throw invalid('owner must be the id of an account');
  }

  #newId(): string {
    for (;;) {
      const id = randomId(8);
      if (!this.#records.has(id)) return id;
    }
  }

  /** A virtual space changes with its upstream spaces, as far as they are there and the caller may know of it. */
  async #contents(caller: Caller, records: readonly SpaceRecord[]): Promise<ContentState[]> {
    const recordOf = (id: string) => {
      const record = this.#records.get(id);
      return record && may(caller, 'readFeatures', subjectOf(record)) ? record : undefined;
    };
    const spaces = records.map((record) => existingLeaves(record, recordOf));
    const contents = await this.#store.features.contents(spaces.flat());
    return spaces.map(({ length }) => latestContent(contents.splice(0, length)));
  }

  async #answer(caller: Caller, record: SpaceRecord): Promise<JsonObject> {
    const [content] = await this.#contents(caller, [record]);
    return { ...this.#shown(caller, record), contentUpdatedAt: contentTime(record, content!) };
  }

  #shown(caller: Caller, record: SpaceRecord): JsonObject {
    const subject = subjectOf(record);
    const manages = may(caller, 'manageSpaces', subject) || may(caller, 'adminSpaces', subject);
    return answerDefinition(record.definition, manages);
  }
}
