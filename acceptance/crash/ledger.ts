import assert from 'node:assert/strict';
import { canonical, type JsonObject } from '../model/json.ts';

/** What one write does to the features it names; null means gone. */
export type Change = ReadonlyMap<string, JsonObject | null>;

/** The state of a space as acknowledged, and the changes that were sent but not answered. */
export class Ledger {
  readonly space: string;
  readonly features = new Map<string, JsonObject>();
  readonly #pending = new Set<Change>();

  constructor(space: string) {
    this.space = space;
  }

  begin(change: Change): void {
    this.#pending.add(change);
  }

  acknowledge(change: Change): void {
    this.#pending.delete(change);
    for (const [id, feature] of change) {
      if (feature) this.features.set(id, feature);
      else this.features.delete(id);
    }
  }

  /** It was refused: nothing of it may be there. */
  refuse(change: Change): void {
    this.#pending.delete(change);
  }

  /** Decides for each unanswered change whether it happened: wholly or not at all. */
  settle(found: ReadonlyMap<string, JsonObject>): void {
    for (const change of this.#pending) {
      const done = [...change].filter(([id, feature]) => equal(found.get(id), feature ?? undefined));
      const undone = [...change.keys()].filter((id) => equal(found.get(id), this.features.get(id)));
      if (done.length === change.size) {
        this.acknowledge(change);
      } else {
        assert.equal(
          undone.length,
          change.size,
          `an unacknowledged write of ${change.size} features in ${this.space} is half there: ${done.length} of them`,
        );
        this.#pending.delete(change);
      }
    }
    this.#expect(found);
  }

  #expect(found: ReadonlyMap<string, JsonObject>): void {
    for (const [id, feature] of this.features) {
      const stored = found.get(id);
      assert.ok(stored, `acknowledged feature ${id} of ${this.space} is lost`);
      assert.equal(canonical(stored), canonical(feature), `feature ${id} of ${this.space}`);
    }
    for (const id of found.keys()) {
      assert.ok(
        this.features.has(id),
        `feature ${id} of ${this.space} is there, but was deleted or never written`,
      );
    }
  }

  clear(): void {
    this.features.clear();
    this.#pending.clear();
  }
}

function equal(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return canonical(one) === canonical(other);
}
