import {
  invalid,
  isObject,
  type JsonObject,
  mergePatch,
  missing,
  randomId,
  type Store,
} from '@meridian/store';
import type { Access } from '../accounts/access.ts';
import {
  type Caller,
  may,
  type Right,
  requireRight,
  requireSomewhere,
  rightsOn,
} from '../accounts/rights.ts';
import { withLogIds } from '../activity/listener.ts';
import { checkLogs, logDefinition, mayLogInto } from '../activity/log-space.ts';
import type { Audit } from '../audit/audit.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { IMPORT_STATE, type ImportState } from '../imports/import-state.ts';
import { requireImport } from '../imports/require-import.ts';
import { accountTicket } from '../load/fair-queue.ts';
import type { ProcessedWrites } from '../processed-writes.ts';
import { withStorage } from '../virtual/storage.ts';
import { checkUpstreams, type Resolved, resolveVirtual } from '../virtual/upstreams.ts';
import { boundLogs, boundUpstreams, withMissingBindings } from './bind.ts';
import { withBindings } from './bindings.ts';
import { refuseUnknownPlugins, unknownPlugins } from './known-plugins.ts';
import { requirePackages } from './packages.ts';
import { retainedSchemaTexts, type SchemaReader, withSchemaTexts } from './schema-texts.ts';
import { checkSearchable } from './searchable.ts';
import { Space } from './space.ts';
import { readDefinition, readFields, readPatch, SERVER_FIELDS } from './space-definition.ts';
import { SpaceDirectory } from './space-directory.ts';
import type { SpaceList, SpaceListQuery } from './space-list.ts';
import { SpaceViews } from './space-views.ts';

/** The spaces of a hub: who may see, create, change and delete them. */
export class Spaces {
  readonly #directory: SpaceDirectory;
  readonly #views: SpaceViews;
  readonly #access: Access;
  readonly #processed: ProcessedWrites;
  readonly #mayFetch: boolean;
  readonly #mutex = new KeyedMutex();

  /** `mayFetch`: spaces may be filled from addresses. */
  constructor(store: Store, access: Access, processed: ProcessedWrites, audit: Audit, mayFetch: boolean) {
    this.#mayFetch = mayFetch;
    this.#processed = processed;
    this.#directory = new SpaceDirectory(store, audit);
    this.#views = new SpaceViews(this.#directory, store.features);
    this.#access = access;
  }

  get count(): number {
    return this.#directory.count;
  }

  has(id: string): boolean {
    return this.#directory.has(id);
  }

  /** The space of this id; a fault where there is none. */
  space(id: string): Space {
    return this.#directory.get(id);
  }

  all(): Iterable<Space> {
    return this.#directory.all();
  }

  /** Learns what other processes have changed, for work that no request begins. */
  refresh(): Promise<void> {
    return this.#directory.refresh();
  }

  /** What a virtual space leads to; undefined for one that has features of its own. */
  resolved(space: Space): Resolved | undefined {
    return space.upstreams && resolveVirtual(space, this.#directory.find);
  }

  list(caller: Caller, query: SpaceListQuery): Promise<SpaceList> {
    return this.#views.list(caller, query);
  }

  get(caller: Caller, id: string): Promise<JsonObject> {
    const space = this.space(id);
    if (rightsOn(caller, space).length === 0) requireRight(caller, space, ['readFeatures']);
    return this.#views.one(caller, space);
  }

  /** The check of `create` that comes before its body is looked at. */
  requireCreatable(caller: Caller): void {
    requireSomewhere(caller, 'manageSpaces');
  }

  async create(caller: Caller, body: unknown, now: number, read: SchemaReader): Promise<JsonObject> {
    const sent = isObject(body) ? { ...body } : body;
    if (isObject(sent)) for (const name of ['owner', ...SERVER_FIELDS]) delete sent[name];
    const owner = isObject(body) ? body.owner : undefined;
    if (owner != null && typeof owner !== 'string') throw invalid('owner must be a string');
    const definition = readDefinition(sent);
    const id = typeof definition.id === 'string' ? definition.id : this.#newId();
    const { appId, limits } = caller.token;
    refuseUnknownPlugins(definition);
    const complete: JsonObject = {
      ...withLogIds(definition, id),
      id,
      owner: await this.#ownerFor(caller, owner),
      ...(appId === undefined ? {} : { cid: appId }),
      createdAt: now,
      updatedAt: now,
    };
    const draft = Space.draft(id, complete);
    requireRight(caller, draft, ['manageSpaces']);
    requireImport(caller, draft, undefined, this.#mayFetch);
    checkSearchable(complete);
    checkLogs(caller, draft, this.#directory.find);
    const whole = await withSchemaTexts(complete, {}, read);
    await this.#checkProcessing(caller, Space.draft(id, whole));
    const made = await this.#serialized(id, whole, () => {
      requirePackages(caller, undefined, draft, this.all());
      return this.#directory.add(id, this.#bound(caller, id, whole, whole), limits?.maxSpaces);
    });
    await this.#makeLogs(made);
    return this.#views.one(caller, made);
  }

  may(caller: Caller, id: string, right: Right): boolean {
    return may(caller, right, this.space(id));
  }

  /** A fault unless the caller has one of these rights on the space. */
  requireRight(caller: Caller, id: string, rights: readonly Right[]): void {
    requireRight(caller, this.space(id), rights);
  }

  /** `keepUnknown`: what is named and the hub does not have is stored, as where a definition comes from another hub. */
  patch(
    caller: Caller,
    id: string,
    body: unknown,
    now: number,
    read: SchemaReader,
    keepUnknown = false,
  ): Promise<JsonObject> {
    return this.#serialized(id, body, () => this.#patch(caller, id, body, now, read, keepUnknown));
  }

  async #patch(
    caller: Caller,
    id: string,
    body: unknown,
    now: number,
    read: SchemaReader,
    keepUnknown: boolean,
  ): Promise<JsonObject> {
    const before = this.space(id);
    requireRight(caller, before, ['manageSpaces', 'adminSpaces']);
    const patch = readPatch(body, before.definition);
    if (patch.id !== undefined && patch.id !== id)
      throw invalid(`id can't be changed: the space is ${JSON.stringify(id)}`);
    if (patch.owner !== undefined && patch.owner !== before.owner)
      await this.#checkNewOwner(caller, before, patch.owner);
    else requireRight(caller, before, ['manageSpaces']);
    const stored = before.definition;
    const fields = readFields(withLogIds(withStorage(mergePatch(stored, patch), stored, patch), id));
    if (!keepUnknown) refuseUnknownPlugins(fields, stored);
    checkSearchable(fields, stored);
    const merged = await withSchemaTexts(fields, retainedSchemaTexts(stored, patch), read);
    const draft = Space.draft(id, merged);
    requirePackages(caller, before, draft, this.all());
    requireImport(caller, draft, before, this.#mayFetch);
    await this.#checkProcessing(caller, draft, before);
    checkUpstreams(draft, this.#directory.find);
    if (patch.listeners !== undefined) checkLogs(caller, draft, this.#directory.find);
    const definition = {
      ...this.#bound(caller, id, merged, patch),
      updatedAt: Math.max(now, before.updatedAt + 1),
    };
    const isSearchable = patch.searchableProperties !== undefined || patch.textIndex !== undefined;
    const updated = await this.#directory.update(before, definition, isSearchable);
    // Another process was quicker: what it changed is known now, and the patch goes on top of it.
    if (!updated) return this.#patch(caller, id, body, now, read, keepUnknown);
    await this.#makeLogs(updated);
    return this.#views.one(caller, updated);
  }

  /**
   * Changes of one space follow one another, and so do those of all storages, two of which could make a circle, and of
   * all packages, which two accounts could begin at once.
   */
  #serialized<T>(id: string, change: unknown, work: () => Promise<T>): Promise<T> {
    const shared = ['storage', 'packages'].filter((name) => isObject(change) && change[name] !== undefined);
    return shared.reduce(
      (next, name) => () => this.#mutex.run(`/${name}`, next),
      () => this.#mutex.run(id, work),
    )();
  }

  /** What definitions name and the hub does not have, by space. */
  unknownPlugins(): { space: string; names: string[] }[] {
    return this.#directory.all().flatMap(({ id, definition }) => {
      const names = unknownPlugins(definition).map((plugin) => `${plugin.field}.${plugin.id}`);
      return names.length > 0 ? { space: id, names } : [];
    });
  }

  /** Refuses a rule or schema that can't be used; what was in use before is known to be fine. */
  async #checkProcessing({ account }: Caller, { processing }: Space, before?: Space): Promise<void> {
    if (!processing || before?.processing?.text === processing.text) return;
    await this.#processed.check(processing, accountTicket(account.id, new AbortController().signal));
  }

  async #makeLogs(space: Space): Promise<void> {
    for (const { spaceId } of space.activityLogs) await this.logSpace(spaceId, space);
  }

  /**
   * The space of a log, created for the owner of what is logged where there is none. Undefined where the space that has
   * the id now is not to get these entries.
   */
  logSpace(id: string, source: Space): Promise<Space | undefined> {
    return this.#mutex.run(id, async () => {
      const known = this.#directory.find(source.id);
      const current = known?.serial === source.serial ? known : source;
      const log = this.#directory.find(id);
      if (!log) return this.#directory.add(id, logDefinition(id, current));
      return (await mayLogInto(current, log, (account) => this.#access.account(account))) ? log : undefined;
    });
  }

  /** The ids of other spaces that a change sets stand for the spaces that have them now. */
  #bound(caller: Caller, id: string, definition: JsonObject, change: JsonObject): JsonObject {
    const { find } = this.#directory;
    const draft = Space.draft(id, definition);
    return withBindings(definition, {
      ...(change.storage === undefined ? {} : boundUpstreams(draft, find)),
      ...(change.listeners === undefined ? {} : boundLogs(draft, find, () => caller.account.id)),
      globalVersioning: true,
    });
  }

  /** The same for definitions that were stored before there were bindings. */
  async bindOlder(): Promise<void> {
    for (const { id } of this.#directory.all()) await this.#mutex.run(id, () => this.#bindOlder(id));
  }

  async #bindOlder(id: string): Promise<void> {
    const space = this.#directory.find(id);
    const bound = space && withMissingBindings(space, this.#directory.find);
    if (!bound) return;
    // Another process was quicker: it may have bound them as well.
    if (!(await this.#directory.update(space, bound))) await this.#bindOlder(id);
  }

  /**
   * Notes how the import of a space goes. Undefined where the space is gone, or `change` has nothing to note on it as it is
   * now.
   */
  noteImport(
    { id, serial }: Pick<Space, 'id' | 'serial'>,
    change: (space: Space) => ImportState | undefined,
  ): Promise<Space | undefined> {
    const note = async (): Promise<Space | undefined> => {
      const space = this.#directory.find(id);
      const state = space?.serial === serial ? change(space) : undefined;
      if (space === undefined || state === undefined) return undefined;
      // Another process was quicker: what it noted is known now.
      return (await this.#directory.update(space, { ...space.definition, [IMPORT_STATE]: state })) ?? note();
    };
    return this.#mutex.run(id, note);
  }

  /** Gives the definition the space had. */
  delete(caller: Caller, id: string): Promise<JsonObject> {
    return this.#mutex.run(id, async () => {
      const space = this.space(id);
      requireRight(caller, space, ['manageSpaces']);
      const result = await this.#views.one(caller, space);
      if (!(await this.#directory.remove(space))) throw missing();
      return result;
    });
  }

  async #ownerFor(caller: Caller, owner: string | null | undefined): Promise<string> {
    const me = caller.account.id;
    if (owner == null || owner === me || !(await this.#access.hasAccount(owner))) return me;
    return may(caller, 'adminSpaces', { id: '', owner, packages: [], shared: false }) ? owner : me;
  }

  async #checkNewOwner(caller: Caller, space: Space, owner: unknown): Promise<void> {
    requireRight(caller, space, ['adminSpaces']);
    if (typeof owner !== 'string' || !(await this.#access.hasAccount(owner)))
      throw invalid('owner must be the id of an account');
  }

  #newId(): string {
    for (;;) {
      const id = randomId(8);
      if (!this.has(id)) return id;
    }
  }
}
