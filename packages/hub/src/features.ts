import type { Geometry } from '@meridian/geo';
import {
  BodySplitter,
  type DeleteRequest,
  type DeleteResult,
  Fault,
  type FaultKind,
  invalid,
  parseStored,
  type Store,
  type WriteRequest,
  type WriteResult,
  type WriteRights,
} from '@meridian/store';
import type { ByteQuota } from './accounts/byte-quota.ts';
import { type Caller, may, type Right, requireRight } from './accounts/rights.ts';
import { ActivityDelivery } from './activity/delivery.ts';
import { accountTicket, type QueueTicket } from './load/fair-queue.ts';
import type { Load } from './load/load.ts';
import type { ProcessedWrites } from './processed-writes.ts';
import { ReadableSpace } from './readable-space.ts';
import { requireWritable } from './spaces/require-writable.ts';
import type { Space } from './spaces/space.ts';
import type { Spaces } from './spaces/spaces.ts';
import { VersionTimes } from './version-times.ts';
import type { Resolved } from './virtual/upstreams.ts';
import { type DeleteSelection, filterOf, VirtualWriting, type Writable } from './virtual/writable.ts';

/** Why a space is not for a caller; without a token it is `unauthorized`. */
const CLOSED: readonly FaultKind[] = ['forbidden', 'unauthorized', 'notFound'];

/** So many features that a filter has found are deleted in one transaction. */
const DELETE_STEP = 50_000;

/**
 * A space that a caller was found to be allowed to change, with what exactly they may do there. Writers are shared by
 * account: many tokens of one account make no larger share.
 */
export class WritableSpace {
  readonly info: Space;
  readonly #store: Store;
  readonly #spaces: Spaces;
  readonly #account: string;
  readonly #rights: WriteRights;
  readonly #maxFeatures: number | undefined;
  readonly #load: Load;
  readonly #processed: ProcessedWrites;
  readonly #delivery: ActivityDelivery;
  readonly #quota: ByteQuota;

  constructor(
    info: Space,
    store: Store,
    spaces: Spaces,
    account: string,
    rights: WriteRights,
    maxFeatures: number | undefined,
    load: Load,
    processed: ProcessedWrites,
    delivery: ActivityDelivery,
    quota: ByteQuota,
  ) {
    this.#quota = quota;
    this.#processed = processed;
    this.#delivery = delivery;
    this.info = info;
    this.#store = store;
    this.#spaces = spaces;
    this.#account = account;
    this.#load = load;
    this.#rights = rights;
    this.#maxFeatures = maxFeatures;
  }

  async write(request: Omit<WriteRequest, 'rights'>, { signal }: QueueTicket): Promise<WriteResult> {
    const { owner } = this.info;
    await this.#quota.requireRoom(owner, request.body.bytes.byteLength, this.#account);
    const ticket = accountTicket(this.#account, signal);
    const quota = this.#maxFeatures === undefined ? {} : { maxFeaturesInSpace: this.#maxFeatures };
    const complete = { ...request, limits: { ...request.limits, ...quota }, rights: this.#rights };
    const send = (ready: WriteRequest) =>
      this.#load.write(ticket, ready.body, () =>
        this.#store.features.write(this.info.record, this.#asDefined(ready)),
      );
    const { processing } = this.info;
    return this.#changed(
      processing ? this.#processed.write(this.info.id, complete, processing, ticket, send) : send(complete),
    );
  }

  async delete({ tests = [], ...request }: DeleteSelection, ticket: QueueTicket): Promise<DeleteResult> {
    if (tests.length === 0) return this.#remove(request, ticket);
    const filter = filterOf({ ...request, tests });
    const find = () => this.#store.features.locateMatching(this.info.record, filter);
    const found = await this.#load.read(ticket, find);
    const ids: string[] = [];
    for (let from = 0; ; from += DELETE_STEP) {
      const step = found.slice(from, from + DELETE_STEP);
      const writtenAt = new Map(step.map(({ id, updatedAt }) => [id, updatedAt]));
      const chosen = { ...request, tags: undefined, ids: [...writtenAt.keys()], writtenAt };
      const result = await this.#remove(chosen, ticket);
      ids.push(...result.ids);
      if (from + DELETE_STEP >= found.length) return { ...result, ids };
    }
  }

  async #remove(request: DeleteRequest, { signal }: QueueTicket): Promise<DeleteResult> {
    const ticket = accountTicket(this.#account, signal);
    let isVersioned = false;
    const remove = () => {
      const defined = this.#asDefined(request);
      isVersioned = defined.versioning?.versionsToKeep !== undefined;
      return this.#store.features.delete(this.info.record, defined);
    };
    const deleted = await this.#changed(this.#load.write(ticket, undefined, remove));
    return isVersioned ? { ...deleted, version: deleted.content.version } : deleted;
  }

  /** What was recorded with a change is brought into its log; nobody waits for that. */
  async #changed<T>(change: Promise<T>): Promise<T> {
    const changed = await change;
    this.#quota.written(this.info.owner);
    if (this.info.activityLogs.length > 0) this.#delivery.wake(this.info);
    return changed;
  }

  /**
   * As the definition has it when the write is handed over, not when it came: one that waited must not end a history
   * that was begun meanwhile.
   */
  #asDefined<T extends Pick<WriteRequest, 'versioning' | 'activityLogs'>>(request: T): T {
    const { versioning, activityLogs } = this.#spaces.space(this.info.id);
    return {
      ...request,
      ...(versioning ? { versioning } : {}),
      ...(activityLogs.length > 0 ? { activityLogs } : {}),
    };
  }
}

const READING: readonly Right[] = ['readFeatures'];

/** The way to features leads through rights: a space is opened for a caller and a purpose, then used. */
export class Features {
  readonly #store: Store;
  readonly #spaces: Spaces;
  readonly #load: Load;
  readonly #processed: ProcessedWrites;
  readonly #splitter = new BodySplitter();
  readonly activity: ActivityDelivery;

  readonly #quota: ByteQuota;
  readonly #versionTimes = new VersionTimes();

  constructor(store: Store, spaces: Spaces, load: Load, processed: ProcessedWrites, quota: ByteQuota) {
    this.#quota = quota;
    this.#processed = processed;
    this.activity = new ActivityDelivery(store.features, spaces);
    this.#store = store;
    this.#spaces = spaces;
    this.#load = load;
  }

  /** `rights`: one of them the caller must have. */
  openForReading(caller: Caller, spaceId: string, rights: readonly Right[] = READING): ReadableSpace {
    const info = this.#spaces.space(spaceId);
    requireRight(caller, info, rights);
    const virtual = this.#resolved(caller, info);
    return new ReadableSpace(info, virtual, caller, this.#store, this.#load, this.#versionTimes);
  }

  /** Every space that a caller may read, in the order of creation, behind the one of this serial number. */
  *readable(caller: Caller, after = 0): Generator<ReadableSpace, void, void> {
    for (const info of this.#spaces.all()) {
      if (info.serial <= after || !may(caller, 'readFeatures', info)) continue;
      const space = this.#openIfWhole(caller, info.id);
      if (space) yield space;
    }
  }

  /** Whether a caller may read a space, and all that it is made of; a space that is not there is not readable. */
  isReadable(caller: Caller, spaceId: string): boolean {
    return this.#openIfWhole(caller, spaceId) !== undefined;
  }

  /** Undefined for a virtual space of which a part is gone, or not for this caller. */
  #openIfWhole(caller: Caller, id: string): ReadableSpace | undefined {
    try {
      return this.openForReading(caller, id);
    } catch (error) {
      if (error instanceof Fault && CLOSED.includes(error.kind)) return undefined;
      throw error;
    }
  }

  /** Where a virtual space leads to: everything there must be open to the caller too. */
  #resolved(caller: Caller, info: Space): Resolved | undefined {
    const resolved = this.#spaces.resolved(info);
    for (const upstream of resolved?.upstreams ?? []) requireRight(caller, upstream, READING);
    return resolved;
  }

  /** A space that others are grouped by. Who names it must be allowed to read it. */
  openReference(caller: Caller, spaceId: string): ReadableSpace {
    if (!this.#spaces.has(spaceId))
      throw new Fault('notFound', `the reference space ${JSON.stringify(spaceId)} does not exist`);
    return this.openForReading(caller, spaceId);
  }

  /** The geometry of a feature that others are searched by. Who names it must be allowed to read it. */
  async reference(
    caller: Caller,
    spaceId: string,
    featureId: string,
    ticket: QueueTicket,
  ): Promise<Geometry> {
    const name = `feature ${JSON.stringify(featureId)} of space ${JSON.stringify(spaceId)}`;
    const space = this.openReference(caller, spaceId);
    const [text] = await space.byId([featureId], { selection: [] }, ticket);
    if (text === undefined) throw new Fault('notFound', `the reference ${name} does not exist`);
    const { geometry } = parseStored(text) as { geometry: Geometry | null };
    if (geometry === null) throw invalid(`refFeatureId: ${name} has no geometry`);
    return geometry;
  }

  /** `rights`: those the call could need, one of which the caller must have. */
  openForWriting(caller: Caller, spaceId: string, rights: readonly Right[]): Writable {
    const info = this.#spaces.space(spaceId);
    requireRight(caller, info, rights);
    requireWritable(info);
    const resolved = this.#resolved(caller, info);
    if (!resolved) return this.#writable(caller, info);
    const upstream = (leaf: number) => {
      const space = resolved.leaves[leaf]!;
      requireRight(caller, space, rights);
      requireWritable(space);
      return this.#writable(caller, space);
    };
    return new VirtualWriting(resolved, upstream, this.#store.features, this.#splitter);
  }

  /** Whether a caller may change features of a space so; not through a virtual one, whose features are not its own. */
  mayChange(caller: Caller, { id }: Pick<Space, 'id'>, right: Right): boolean {
    const info = this.#spaces.space(id);
    return !info.readOnly && !info.upstreams && may(caller, right, info);
  }

  #writable(caller: Caller, info: Space): WritableSpace {
    const allowed = {
      create: may(caller, 'createFeatures', info),
      update: may(caller, 'updateFeatures', info),
      delete: may(caller, 'deleteFeatures', info),
      read: may(caller, 'readFeatures', info),
    };
    const maxFeatures = caller.token.limits?.maxFeaturesPerSpace;
    return new WritableSpace(
      info,
      this.#store,
      this.#spaces,
      caller.account.id,
      allowed,
      maxFeatures,
      this.#load,
      this.#processed,
      this.activity,
      this.#quota,
    );
  }

  async close(): Promise<void> {
    await this.activity.close();
    await this.#splitter.close();
  }
}
