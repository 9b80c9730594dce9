import {
  type FeatureStore,
  type FeatureStream,
  type JsonObject,
  LOG_NAMESPACE,
  type OutboxEntry,
  type PropertyTest,
} from '@meridian/store';
import type { Space } from '../spaces/space.ts';

/** What delivering needs of the spaces of a hub. */
export type LogSpaces = {
  all(): Iterable<Space>;
  /** The space of a log, created where there is none; undefined where the one of this id must not get the entries. */
  logSpace(id: string, source: Space): Promise<Space | undefined>;
};

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How many features older entries are looked up for at a time. */
const TRIM_FEATURES = 200;
const LOG_ID = [LOG_NAMESPACE, 'id'];
const LOG_SPACE = [LOG_NAMESPACE, 'original', 'space'];

/**
 * Delivers the changes of spaces with a log to the log spaces. Entries are stored with the change, in the same
 * transaction, and forgotten once they are in the log; so each arrives, after a crash too, and what arrives twice is
 * the same feature. What is written here is not logged again, so logs can't go round in circles.
 */
export class ActivityDelivery {
  readonly #features: FeatureStore;
  readonly #spaces: LogSpaces;
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #pauses = new Map<string, { ms: number; timer: NodeJS.Timeout }>();
  /** Pairs of spaces of which a warning was given. */
  readonly #refused = new Set<string>();
  #warn: (message: string) => void = () => {};
  #isClosed = false;

  constructor(features: FeatureStore, spaces: LogSpaces) {
    this.#features = features;
    this.#spaces = spaces;
  }

  /** Delivers what was left behind; `warn` hears of what can't be delivered for now. */
  start(warn: (message: string) => void): void {
    this.#warn = warn;
    for (const space of this.#spaces.all()) if (space.activityLogs.length > 0) this.wake(space);
  }

  /** Spaces with changes that are not in their log yet, and those of them where delivering has failed. */
  get backlog(): { waiting: number; failing: number } {
    const waiting = new Set([...this.#running.keys(), ...this.#pauses.keys()]);
    return { waiting: waiting.size, failing: this.#pauses.size };
  }

  /** Something in this space may wait to be delivered. */
  wake(space: Space): void {
    if (this.#isClosed) return;
    const running = this.#running.get(space.record.storageKey);
    if (running) {
      running.again = true;
      return;
    }
    const run = { again: false, done: Promise.resolve() };
    this.#running.set(space.record.storageKey, run);
    run.done = this.#deliver(space).finally(() => {
      this.#running.delete(space.record.storageKey);
      if (run.again) this.wake(space);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    await Promise.all(Array.from(this.#running.values(), ({ done }) => done));
  }

  async #deliver(space: Space): Promise<void> {
    try {
      while (!this.#isClosed) {
        const entries = await this.#features.outbox(space.record);
        if (entries.length === 0) break;
        for (const [id, ofLog] of Map.groupBy(entries, ({ spaceId }) => spaceId))
          await this.#deliverTo(space, id, ofLog);
        await this.#features.clearOutbox(space.record, entries.at(-1)!.seq);
      }
      this.#pauses.delete(space.record.storageKey);
    } catch (error) {
      this.#tryAgain(space, error as Error);
    }
  }

  /** Entries for a space that must not get them are dropped, or they would only pile up. */
  async #deliverTo(space: Space, id: string, entries: OutboxEntry[]): Promise<void> {
    const log = await this.#spaces.logSpace(id, space);
    const name = `${space.record.storageKey} ${id}`;
    if (log) {
      this.#refused.delete(name);
      await this.#write(space, log, entries);
    } else if (!this.#refused.has(name)) {
      this.#refused.add(name);
      this.#warn(
        `space ${JSON.stringify(id)} is not, or no longer, the activity log of space ${JSON.stringify(space.id)}: changes are not recorded until listeners is set again`,
      );
    }
  }

  #tryAgain(space: Space, error: Error): void {
    if (
      this.#isClosed ||
      ![...this.#spaces.all()].some(({ record }) => record.storageKey === space.record.storageKey)
    )
      return;
    const ms = Math.min(
      LONGEST_PAUSE_MS,
      (this.#pauses.get(space.record.storageKey)?.ms ?? FIRST_PAUSE_MS / 2) * 2,
    );
    this.#warn(`the activity log of space ${JSON.stringify(space.id)} waits: ${error.message}`);
    const timer = setTimeout(() => this.wake(space), ms);
    timer.unref();
    this.#pauses.set(space.record.storageKey, { ms, timer });
  }

  async #write(source: Space, log: Space, entries: OutboxEntry[]): Promise<void> {
    const text = `{"type":"FeatureCollection","features":[${entries.map((entry) => entry.text).join(',')}]}`;
    await this.#features.write(log.record, {
      target: { kind: 'collection' },
      body: { bytes: new TextEncoder().encode(text), coding: 'identity', lines: false },
      rule: { onExists: 'retain', onNotExists: 'create', onConflict: 'replace' },
      transactional: true,
      prefixId: '',
      addTags: [],
      removeTags: [],
      rights: { create: true, update: true, delete: true, read: true },
      limits: { maxBodyBytes: Infinity, maxFeatures: Infinity, maxVertices: Infinity, maxDepth: Infinity },
      returning: false,
      versioning: log.versioning,
    });
    const { states } = source.activityLogs.find(({ spaceId }) => spaceId === log.id) ?? {};
    if (states !== undefined)
      await this.#trim(source, log, [...new Set(entries.map((entry) => entry.feature))], states);
  }

  /** Leaves the newest `states` entries of each of these features. */
  async #trim(source: Space, log: Space, features: string[], states: number): Promise<void> {
    for (let from = 0; from < features.length; from += TRIM_FEATURES) {
      const perFeature = new Map<string, string[]>();
      const tests = [is(LOG_SPACE, [source.id]), is(LOG_ID, features.slice(from, from + TRIM_FEATURES))];
      const stream = this.#features.stream(
        log.record,
        {
          filter: { tags: [], tests },
          view: { selection: [{ root: 'properties', path: LOG_ID }], force2D: true },
          limit: Number.MAX_SAFE_INTEGER,
          after: 0,
          sort: [],
        },
        { timeLimitMs: Infinity, signal: new AbortController().signal },
      );
      for await (const entry of parsed(stream)) {
        const { id: feature } = (entry.properties as JsonObject)[LOG_NAMESPACE] as { id: string };
        const ids = perFeature.get(feature);
        if (ids) ids.push(entry.id as string);
        else perFeature.set(feature, [entry.id as string]);
      }
      const ids = [...perFeature.values()].flatMap((all) => all.slice(0, -states));
      if (ids.length === 0) continue;
      const { versioning } = log;
      await this.#features.delete(log.record, { ids, tags: undefined, returning: false, versioning });
    }
  }
}

function is(path: readonly string[], operands: readonly string[]): PropertyTest {
  return { root: 'properties', path, comparison: '=', operands };
}

async function* parsed(stream: FeatureStream): AsyncGenerator<JsonObject, void, void> {
  for await (const chunk of stream) yield* JSON.parse(`[${Buffer.from(chunk)}]`) as JsonObject[];
}
