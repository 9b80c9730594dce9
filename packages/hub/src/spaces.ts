import {
  type ContentState,
  Fault,
  invalid,
  isObject,
  type JsonObject,
  LOG_NAMESPACE,
  mergePatch,
  missing,
  randomId,
  type SpaceRecord,
  type Store,
} from '@meridian/store';
import type { Access } from './access.ts';
import { activityLogsOf } from './activity/listener.ts';
import type { ProcessedWrites } from './processed-writes.ts';
import { processingOf } from './processing.ts';
import { type Caller, may, type Right, requireSomewhere, rightsOn, subjectOf } from './rights.ts';
import { keptSchemaTexts, type SchemaReader, withSchemaTexts } from './schema-texts.ts';
import {
  answerDefinition,
  readDefinition,
  readFields,
  readPatch,
  SERVER_FIELDS,
} from './space-definition.ts';
import { contentTime, isOwnedBy, matchesTimes, type SpaceList, type SpaceListQuery } from './space-list.ts';
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

  /** A fault unless the caller has one of these rights on the space. */
  require(caller: Caller, record: SpaceRecord, ...rights: Right[]): void {
    const subject = subjectOf(record);
    if (!rights.some((right) => may(caller, right, subject)))
      throw new Fault(
        'forbidden',
        `the token lacks the right ${rights.join(' or ')} on space ${JSON.stringify(record.id)}`,
      );
  }

  /** What a virtual space leads to; undefined for one that has features of its own. */
  resolved(record: SpaceRecord): Resolved | undefined {
    return upstreamsOf(record.definition) && resolveVirtual(record, (id) => this.#records.get(id));
  }

  async list(caller: Caller, query: SpaceListQuery): Promise<SpaceList> {
    const page = this.#candidates(caller, query);
    const records = query.limit === undefined ? page : page.slice(0, query.limit);
    const contents = await this.#contents(records);
    const spaces = records.flatMap((record, i) => {
      const time = contentTime(record, contents[i]!);
      if (!matchesTimes(time, query.contentUpdatedAt)) return [];
      const space = { ...answerDefinition(record.definition), contentUpdatedAt: time };
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
    if (rightsOn(caller, subjectOf(record)).length === 0) this.require(caller, record, 'readFeatures');
    return this.#answer(record);
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
    const complete: JsonObject = {
      ...definition,
      id,
      owner: subject.owner,
      ...(appId === undefined ? {} : { cid: appId }),
      createdAt: now,
      updatedAt: now,
    };
    const most = caller.token.limits?.maxSpaces;
    this.#checkLogs(caller, id, complete);
    const whole = await withSchemaTexts(complete, {}, read);
    await this.#checkProcessing(caller, whole);
    const made = await this.#inTurn(id, whole, () => this.#add(id, whole, most));
    await this.#makeLogs(made);
    return this.#answer(made);
  }

  /** The checks of `patch` that come before its body is looked at. */
  requireManageable(caller: Caller, id: string): void {
    this.require(caller, this.record(id), 'manageSpaces', 'adminSpaces');
  }

  async #add(id: string, definition: JsonObject, most?: number): Promise<SpaceRecord> {
    const taken = () => new Fault('conflict', `a space with the id ${JSON.stringify(id)} exists already`);
    if (this.#records.has(id)) throw taken();
    const tooMany = () =>
      new Fault('forbidden', `the token's quota maxSpaces is ${most}: delete a space first`);
    if (most !== undefined && this.#countOf(definition.owner) >= most) throw tooMany();
    checkUpstreams(id, definition, (upstream) => this.#records.get(upstream));
    const place = await this.#store.catalogue.spaces.reserve(id);
    await this.#store.features.create(place, indexPaths(definition));
    const record = await this.#store.catalogue.spaces.add(place, definition, most);
    if (typeof record === 'string') {
      await this.#release(place);
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

  /** Changes of one space follow one another, and so do those of all storages: two of them could make a circle. */
  #inTurn<T>(id: string, change: unknown, work: () => Promise<T>): Promise<T> {
    const own = () => this.#turns.take(id, work);
    return isObject(change) && change.storage !== undefined ? this.#turns.take('/storage', own) : own();
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
    const patch = readPatch(body);
    if (patch.id !== undefined && patch.id !== id)
      throw invalid(`id can't be changed: the space is ${JSON.stringify(id)}`);
    if (patch.owner !== undefined && patch.owner !== record.definition.owner)
      await this.#checkNewOwner(caller, record, patch.owner);
    else this.require(caller, record, 'manageSpaces');
    const fields = readFields(withStorage(mergePatch(record.definition, patch), record.definition, patch));
    const merged = await withSchemaTexts(fields, keptSchemaTexts(record.definition, patch), read);
    await this.#checkProcessing(caller, merged, record.definition);
    checkUpstreams(id, merged, (upstream) => this.#records.get(upstream));
    if (patch.listeners !== undefined) this.#checkLogs(caller, id, merged);
    const definition = { ...merged, updatedAt: Math.max(now, (record.definition.updatedAt as number) + 1) };
    const updated = await this.#store.catalogue.spaces.update(record, definition);
    // Another process was quicker: what it changed is known now, and the patch goes on top of it.
    if (!updated) return this.#patch(caller, id, body, now, read);
    if (JSON.stringify(indexPaths(definition)) !== JSON.stringify(indexPaths(record.definition)))
      await this.#store.features.defineIndexes(updated, indexPaths(definition));
    await this.#makeLogs(updated);
    return this.#answer(updated);
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

  /** The logs that a definition asks for must be others' features to write, or spaces to make. */
  #checkLogs(caller: Caller, id: string, definition: JsonObject): void {
    for (const { spaceId } of activityLogsOf(definition)) {
      const name = 'listeners.activity-log: params.spaceId';
      if (spaceId === id) throw invalid(`${name}: a space can't be its own log`);
      const log = this.#records.get(spaceId);
      if (log && upstreamsOf(log.definition))
        throw invalid(
          `${name}: ${JSON.stringify(spaceId)} is a virtual space, which has no features of its own`,
        );
      if (log) this.require(caller, log, 'createFeatures');
      else {
        readFields({ id: spaceId });
        const subject = { id: spaceId, owner: definition.owner as string, packages: [], shared: false };
        if (!may(caller, 'manageSpaces', subject))
          throw new Fault(
            'forbidden',
            `the token lacks the right manageSpaces on space ${JSON.stringify(spaceId)}, which is to be made for the log`,
          );
      }
    }
  }

  async #makeLogs(record: SpaceRecord): Promise<void> {
    for (const { spaceId } of activityLogsOf(record.definition)) await this.logSpace(spaceId, record);
  }

  /** The space of a log; made anew, for the owner of what is logged, where there is none. */
  logSpace(id: string, { id: source, definition }: SpaceRecord): Promise<SpaceRecord> {
    return this.#turns.take(id, async () => {
      const known = this.#records.get(id);
      if (known) return known;
      const now = Date.now();
      return this.#add(id, {
        id,
        title: `Activity log of ${source}`,
        owner: definition.owner,
        searchableProperties: { [`${LOG_NAMESPACE}.id`]: true },
        createdAt: now,
        updatedAt: now,
      });
    });
  }

  /** Gives the definition the space had. */
  delete(caller: Caller, id: string): Promise<JsonObject> {
    return this.#turns.take(id, () => this.#delete(caller, id));
  }

  async #delete(caller: Caller, id: string): Promise<JsonObject> {
    const record = this.record(id);
    this.require(caller, record, 'manageSpaces');
    const answer = await this.#answer(record);
    if (!(await this.#store.catalogue.spaces.remove(record))) throw missing();
    await this.#release(record);
    return answer;
  }

  async #release(place: { id: string; place: string }): Promise<void> {
    await this.#store.features.drop(place);
    await this.#store.catalogue.spaces.forget(place.place);
  }

  async #ownerFor(caller: Caller, owner: unknown): Promise<string> {
    const me = caller.account.id;
    if (typeof owner !== 'string' || owner === me || !(await this.#access.hasAccount(owner))) return me;
    return may(caller, 'adminSpaces', { id: '', owner, packages: [], shared: false }) ? owner : me;
  }

  async #checkNewOwner(caller: Caller, record: SpaceRecord, owner: unknown): Promise<void> {
    this.require(caller, record, 'adminSpaces');
    if (typeof owner !== 'string' || !(await this.#access.hasAccount(owner)))
      throw invalid('owner must be the id of an account');
  }

  #newId(): string {
    for (;;) {
      const id = randomId(8);
      if (!this.#records.has(id)) return id;
    }
  }

  /** A virtual space changes with its upstream spaces, as far as they are there. */
  async #contents(records: readonly SpaceRecord[]): Promise<ContentState[]> {
    const recordOf = (id: string) => this.#records.get(id);
    const spaces = records.map((record) => existingLeaves(record, recordOf));
    const contents = await this.#store.features.contents(spaces.flat());
    return spaces.map(({ length }) => latestContent(contents.splice(0, length)));
  }

  async #answer(record: SpaceRecord): Promise<JsonObject> {
    const [content] = await this.#contents([record]);
    return { ...answerDefinition(record.definition), contentUpdatedAt: contentTime(record, content!) };
  }
}

/** The properties a definition wants an index on, as paths. */
function indexPaths({ searchableProperties }: JsonObject): string[][] {
  const properties = (searchableProperties ?? {}) as { [path: string]: boolean };
  return Object.keys(properties)
    .filter((path) => properties[path])
    .map((path) => path.split('.'));
}
