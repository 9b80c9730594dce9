import {
  Fault,
  type JsonObject,
  missing,
  type SpaceRecord,
  type SpaceRef,
  type Store,
  warn,
} from '@meridian/store';
import type { Audit } from '../audit/audit.ts';
import { checkUpstreams } from '../virtual/upstreams.ts';
import { auditedChange, auditedSpace } from './audited-space.ts';
import { Space } from './space.ts';
import { changeIndexes, makeTables, removeTables } from './space-tables.ts';

/** The spaces there are, each parsed once when it changes. The catalogue has all of them in memory as well as durably. */
export class SpaceDirectory {
  readonly #store: Store;
  readonly #audit: Audit;
  readonly #records: ReadonlyMap<string, SpaceRecord>;
  /** A changed space is another record. */
  readonly #parsed = new WeakMap<SpaceRecord, Space>();

  /** Of spaces that are gone: what could not be removed yet. */
  readonly #leftOver = new Set<SpaceRef>();

  constructor(store: Store, audit: Audit) {
    this.#audit = audit;
    this.#store = store;
    this.#records = store.catalogue.spaces.known;
  }

  get count(): number {
    return this.#records.size;
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  async refresh(): Promise<void> {
    await this.#store.catalogue.refresh();
  }

  readonly find = (id: string): Space | undefined => {
    const record = this.#records.get(id);
    return record && this.#space(record);
  };

  /** The space of this id; a fault where there is none. */
  get(id: string): Space {
    const space = this.find(id);
    if (!space) throw missing();
    return space;
  }

  /** In the order in which they were created. */
  all(): Space[] {
    return Array.from(this.#records.values(), (record) => this.#space(record));
  }

  #space(record: SpaceRecord): Space {
    let space = this.#parsed.get(record);
    if (!space) {
      space = new Space(record);
      this.#parsed.set(record, space);
    }
    return space;
  }

  /** `max`: how many spaces its owner may have then; absent = any number. */
  async add(id: string, definition: JsonObject, max?: number): Promise<Space> {
    const draft = Space.draft(id, definition);
    const taken = () => new Fault('conflict', `a space with the id ${JSON.stringify(id)} exists already`);
    if (this.has(id)) throw taken();
    const tooMany = () =>
      new Fault('forbidden', `the token's quota maxSpaces is ${max}: delete a space first`);
    if (max !== undefined && this.#countOf(draft.owner) >= max) throw tooMany();
    checkUpstreams(draft, this.find);
    const ref = await makeTables(this.#store, id, definition);
    // Where this fails, the space may be there all the same.
    const entry = this.#audit.entry('space.create', auditedSpace(draft));
    const record = await this.#store.catalogue.spaces.add(ref, definition, max, entry);
    if (typeof record === 'string') {
      await removeTables(this.#store, ref);
      throw record === 'taken' ? taken() : tooMany();
    }
    return this.#space(record);
  }

  #countOf(owner: string): number {
    return this.all().filter((space) => space.owner === owner).length;
  }

  /** Undefined where the space is gone or has changed since it was read. `isSearchable`: its indexes were named again. */
  async update(before: Space, definition: JsonObject, isSearchable = false): Promise<Space | undefined> {
    const change = auditedChange(before, definition);
    const entry = change && this.#audit.entry('space.change', change);
    const record = await this.#store.catalogue.spaces.update(before.record, definition, entry);
    if (!record) return undefined;
    const after = this.#space(record);
    if (isSearchable)
      await changeIndexes(this.#store, record, before.definition, () =>
        this.#audit.entry('space.change', { subject: before.id, details: { undone: true } }),
      );
    return after;
  }

  /**
   * False where it was gone already. It is gone for good once the catalogue says so, and before that nothing of it is: what
   * can't be removed then is removed after a later space, or at the next start.
   */
  async remove(space: Space): Promise<boolean> {
    const { record } = space;
    const entry = this.#audit.entry('space.delete', auditedSpace(space));
    const isRemoved = await this.#store.catalogue.spaces.remove(record, entry);
    if (!isRemoved) return false;
    const older = [...this.#leftOver];
    await this.#clear(record);
    // No concern of who asks now.
    void Promise.all(older.map((ref) => this.#clear(ref)));
    return true;
  }

  async #clear(ref: SpaceRef): Promise<void> {
    try {
      await removeTables(this.#store, ref);
      this.#leftOver.delete(ref);
    } catch (error) {
      this.#leftOver.add(ref);
      warn({
        message: 'a space is deleted, but what it stored could not be removed yet',
        details: { space: ref.id, reason: error instanceof Error ? error.message : String(error) },
      });
    }
  }
}
