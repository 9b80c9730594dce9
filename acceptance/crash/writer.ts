import type { Random } from '../harness/random.ts';
import { type Json, type JsonObject, merge } from '../model/json.ts';
import type { KillableHub } from './killable-hub.ts';
import type { Change, Ledger } from './ledger.ts';
import { writtenFeature } from './written-feature.ts';

const OWN_IDS = 300;
const LARGEST_BATCH = 120;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly change: Change;
}

/** Writes to ids that are its own, one request at a time, and enters in the ledger what was acknowledged. */
export class Writer {
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #ids: string[];
  readonly #name: string;
  #revision = 0;

  constructor(name: string, ledger: Ledger, random: Random) {
    this.#ledger = ledger;
    this.#random = random;
    this.#name = name;
    this.#ids = Array.from({ length: OWN_IDS }, (_, index) => `${name}-${index}`);
  }

  /** Until the server dies or `most` writes are done; calls back at each acknowledgement. */
  async run(hub: KillableHub, most: number, acknowledged: () => void = () => {}): Promise<void> {
    for (let done = 0; done < most && !hub.killed; done += 1) {
      const { method, path, body, change } = this.#next();
      this.#ledger.begin(change);
      const status = await hub.write(method, `/hub/spaces/${this.#ledger.space}/features${path}`, body);
      if (status === undefined) return;
      this.#ledger.acknowledge(change);
      acknowledged();
    }
  }

  #next(): Request {
    const stored = this.#ids.filter((id) => this.#ledger.features.has(id));
    const roll = this.#random.next();
    if (roll < 0.3 || stored.length === 0) return this.#putOne();
    if (roll < 0.45) return this.#patchOne(this.#random.pick(stored));
    if (roll < 0.55) return this.#deleteOne(this.#random.pick(stored));
    const size = this.#random.whole(2, LARGEST_BATCH);
    if (roll < 0.75) return this.#putMany(this.#random.some(this.#ids, size));
    if (roll < 0.9) return this.#patchMany(this.#random.some(this.#ids, size));
    return this.#deleteMany(this.#random.some(stored, Math.min(size, 20)));
  }

  #putOne(): Request {
    const id = this.#random.pick(this.#ids);
    const feature = this.#feature();
    return { method: 'PUT', path: `/${id}`, body: feature, change: new Map([[id, feature]]) };
  }

  #patchOne(id: string): Request {
    const patch = this.#patch();
    return {
      method: 'PATCH',
      path: `/${id}`,
      body: patch,
      change: new Map([[id, this.#patched(id, patch)]]),
    };
  }

  #deleteOne(id: string): Request {
    return { method: 'DELETE', path: `/${id}`, change: new Map([[id, null]]) };
  }

  #putMany(ids: readonly string[]): Request {
    const change = new Map(ids.map((id) => [id, this.#feature()]));
    return { method: 'PUT', path: '', body: collection(change), change };
  }

  /** POST patches what is stored and creates what is not. */
  #patchMany(ids: readonly string[]): Request {
    const sent = new Map(
      ids.map((id) => [id, this.#ledger.features.has(id) ? this.#patch() : this.#feature()]),
    );
    const change = new Map([...sent].map(([id, patch]) => [id, this.#patched(id, patch)]));
    return { method: 'POST', path: '?transactional=true', body: collection(sent), change };
  }

  #deleteMany(ids: readonly string[]): Request {
    const query = ids.map((id) => `id=${id}`).join('&');
    return { method: 'DELETE', path: `?${query}`, change: new Map(ids.map((id) => [id, null])) };
  }

  #feature(): JsonObject {
    return writtenFeature(this.#random, this.#nextRevision());
  }

  #patch(): JsonObject {
    const revision = this.#nextRevision();
    return {
      type: 'Feature',
      properties: { revision, inner: { revision }, patched: this.#random.whole(0, 99) },
    };
  }

  #patched(id: string, patch: JsonObject): JsonObject {
    const stored = this.#ledger.features.get(id);
    return stored ? (merge(stored, patch) as JsonObject) : patch;
  }

  #nextRevision(): string {
    this.#revision += 1;
    return `${this.#name}.${this.#revision}`;
  }
}

function collection(features: ReadonlyMap<string, JsonObject>): JsonObject {
  return { type: 'FeatureCollection', features: [...features].map(([id, feature]) => ({ ...feature, id })) };
}
